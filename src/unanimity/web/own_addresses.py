"""Addresses by which others reach this machine, the likeliest first."""

from __future__ import annotations

import ipaddress
import socket

import ifaddr

ANYWHERE = ("0.0.0.0", "::")
OUTSIDE = (socket.AF_INET, "192.0.2.1")  # of a net that nobody has; nothing is sent there


def is_local(address: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def towards_others() -> str:
    """The address from which this machine would speak to another one; empty where there is no network."""
    family, far = OUTSIDE
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))  # of datagrams: chooses a way, sends nothing
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if is_local(found) or found in ANYWHERE else found


def own_addresses() -> list[str]:
    """All addresses of this machine that others may use: the one towards others, then IPv4, then IPv6."""
    four: list[str] = []
    six: list[str] = []
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            read = ipaddress.ip_address(text)
            if read.is_loopback or read.is_multicast or (read.version == 6 and read.is_link_local):
                continue  # a link-local address of version 6 needs the name of an adapter, which no browser takes
            (four if read.version == 4 else six).append(text)
    four.sort(key=lambda text: ipaddress.ip_address(text).is_link_local)
    return list(dict.fromkeys([*filter(None, [towards_others()]), *four, *six]))


def as_host(address: str, port: int) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def names_of_this_machine() -> list[str]:
    """Its name, alone and as a local network announces it."""
    name = socket.gethostname().lower()
    return list(dict.fromkeys([name, name.split(".")[0], f"{name.split('.')[0]}.local"]))
