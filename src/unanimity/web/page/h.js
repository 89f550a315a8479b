// Preact with templates instead of a build step.
import { h, render, Fragment } from 'preact'
import htm from 'htm'

export const html = htm.bind(h)
export { h, render, Fragment }
export { useEffect, useLayoutEffect, useMemo, useRef, useState, useCallback } from 'preact/hooks'

export const clamp = (x, low, high) => Math.max(low, Math.min(high, x))
export const still = () => document.documentElement.classList.contains('still') || matchMedia('(prefers-reduced-motion: reduce)').matches
export const narrow = () => innerWidth <= 640
export const classes = (...names) => names.filter(Boolean).join(' ')
