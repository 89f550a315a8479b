# Epstein's rebellion (2002, model I) in Agents.jl: agents are structs, one stepping function dispatches on their kind.
using Agents, Random

@agent struct Citizen(GridAgent{2})
    hardship::Float64
    risk_aversion::Float64
    active::Bool
    jail::Int
end

@agent struct Cop(GridAgent{2}) end

const LEGITIMACY, THRESHOLD, K, VISION, JAIL = 0.82, 0.1, 2.3, 7, 30

function act!(citizen::Citizen, model)
    if citizen.jail > 0
        citizen.jail -= 1
        return
    end
    near = collect(nearby_agents(citizen, model, VISION))
    cops = count(a -> a isa Cop, near)
    actives = 1 + count(a -> a isa Citizen && a.active, near)
    arrest = 1 - exp(-K * fld(cops, actives))
    citizen.active = citizen.hardship * (1 - LEGITIMACY) - citizen.risk_aversion * arrest > THRESHOLD
    spots = [p for p in nearby_positions(citizen, model, VISION) if isempty(p, model)]
    isempty(spots) || move_agent!(citizen, rand(abmrng(model), spots), model)
end

function act!(cop::Cop, model)
    rebels = [a for a in nearby_agents(cop, model, VISION) if a isa Citizen && a.active && a.jail == 0]
    isempty(rebels) && return
    caught = rand(abmrng(model), rebels)
    caught.active, caught.jail = false, rand(abmrng(model), 1:JAIL)
end

function rebellion(; size = 40, citizens = 0.7, cops = 0.04, seed = 1)
    model = StandardABM(Union{Citizen, Cop}, GridSpaceSingle((size, size); periodic = true);
                        agent_step! = act!, rng = Xoshiro(seed))
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
