# Epstein's rebellion (2002, model I) in Agents.jl: agents are structs, one stepping function dispatches on their kind.
# The metric makes vision a disc, as in the paper; each moves first and then acts.
using Agents, Random

@agent struct Citizen(GridAgent{2})
    hardship::Float64
    risk_aversion::Float64
    active::Bool
    jail::Int
end

@agent struct Cop(GridAgent{2}) end

const LEGITIMACY, THRESHOLD, K, VISION, JAIL = 0.82, 0.1, 2.3, 7, 30

function wander!(agent, model)
    spots = [p for p in nearby_positions(agent, model, VISION) if isempty(p, model)]
    isempty(spots) || move_agent!(agent, rand(abmrng(model), spots), model)
end

function act!(citizen::Citizen, model)
    if citizen.jail > 0
        citizen.jail -= 1
        return
    end
    wander!(citizen, model)
    near = collect(nearby_agents(citizen, model, VISION))
    cops = count(a -> a isa Cop, near)
    actives = 1 + count(a -> a isa Citizen && a.active, near)  # oneself counts
    arrest = 1 - exp(-K * fld(cops, actives))
    citizen.active = citizen.hardship * (1 - LEGITIMACY) - citizen.risk_aversion * arrest > THRESHOLD
end

function act!(cop::Cop, model)
    wander!(cop, model)
    rebels = [a for a in nearby_agents(cop, model, VISION) if a isa Citizen && a.active]
    isempty(rebels) && return
    caught = rand(abmrng(model), rebels)
    caught.active, caught.jail = false, rand(abmrng(model), 1:JAIL)
end

function rebellion(; size = 40, citizens = 0.7, cops = 0.04, seed = 1)
    space = GridSpaceSingle((size, size); periodic = true, metric = :euclidean)
    model = StandardABM(Union{Citizen, Cop}, space; agent_step! = act!, scheduler = Schedulers.Randomly(),
                        rng = Xoshiro(seed), warn = false)
    for position in positions(model)
        draw = rand(abmrng(model))
        if draw < cops
            add_agent!(position, Cop, model)
        elseif draw < cops + citizens
            add_agent!(position, Citizen, model, rand(abmrng(model)), rand(abmrng(model)), false, 0)
        end
    end
    return model
end

model = rebellion()
step!(model, 200)
println(count(a -> a isa Citizen && a.active, allagents(model)), " active")
