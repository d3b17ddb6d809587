import { refuse } from '../http/answers.ts'
import { refuseHugeId } from '../http/parameters.ts'
import type { Randomness } from '../practice-clock.ts'
import type { PhoneNumber, TelephonyConfiguration, World } from '../world/world.ts'

/**
 * The telephony configuration a call goes through (specification section 4.1, rule 2): the one that was asked for, or
 * else the first ready one, the default before the others. A parked one counts as not found (measured).
 */
export function chooseConfiguration(world: World, organizationId: number, id: number | null): TelephonyConfiguration {
  const all = world.configurations.filter((one) => one.organizationId === organizationId && one.parked === null)
  if (id !== null) {
    refuseHugeId(id)
    const named = all.find((one) => one.id === id)
    if (named === undefined) throw refuse(404, 'Telephony configuration not found')
    return ready(named)
  }
  const byRank = all.toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
  const chosen = byRank.find((one) => one.blockedReason === null) ?? byRank[0]
  if (chosen === undefined) throw refuse(400, 'Telephony provider not configured for this organization')
  return ready(chosen)
}

function ready(configuration: TelephonyConfiguration): TelephonyConfiguration {
  if (configuration.blockedReason === null) return configuration
  throw refuse(400, `'${configuration.name}' is not ready for outbound calls. ${configuration.blockedReason}`)
}

/**
 * The caller ID of a call (specification section 4.1, rule 3): an active record of this configuration, or 400. When none
 * is asked for: the configuration's default, else any active one; an exchange of its own sends none then (measured).
 */
export function chooseCallerId(
  world: World,
  configuration: TelephonyConfiguration,
  id: number | null,
  random: Randomness,
): PhoneNumber | null {
  const active = world.phoneNumbers.filter((one) => one.configurationId === configuration.id && one.isActive)
  if (id === null) return providersChoice(configuration, active, random)
  refuseHugeId(id)
  const named = active.find((one) => one.id === id)
  if (named === undefined) throw refuse(400, 'from_phone_number_not_found')
  return named
}

function providersChoice(
  configuration: TelephonyConfiguration,
  active: readonly PhoneNumber[],
  random: Randomness,
): PhoneNumber | null {
  const marked = active.find((one) => one.isDefault)
  if (marked !== undefined) return marked
  if (configuration.provider === 'ari') return null
  return active[Math.floor(random() * active.length)] ?? null
}
