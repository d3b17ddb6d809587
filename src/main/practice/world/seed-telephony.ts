import type { PhoneNumber, TelephonyConfiguration } from './world.ts'

type ConfigurationSeed = Omit<TelephonyConfiguration, 'organizationId' | 'createdAt' | 'parked'> & {
  parkedFor?: string
}
type NumberSeed = Pick<PhoneNumber, 'id' | 'configurationId' | 'address' | 'label' | 'isActive' | 'isDefault'>

const noNumbers =
  'Outbound calls need a number to dial from. Add at least one number from your Twilio account under Phone numbers below.'

const ready = { blockedReason: null, isDefault: false, connectivity: 'api' } as const

const configurations: readonly (readonly ConfigurationSeed[])[] = [
  [
    { ...ready, id: 11, name: 'Main line', provider: 'twilio', isDefault: true },
    { ...ready, id: 12, name: 'Second carrier', provider: 'vonage' },
    { ...ready, id: 14, name: 'Spare line', provider: 'twilio', blockedReason: noNumbers },
    {
      ...ready,
      id: 15,
      name: 'Old exchange',
      provider: 'ari',
      connectivity: 'sip',
      parkedFor: 'The exchange did not answer 5 times in a row.',
    },
  ],
  [
    { ...ready, id: 21, name: 'Depot line', provider: 'twilio', isDefault: true },
    { ...ready, id: 22, name: 'Depot exchange', provider: 'ari', connectivity: 'sip' },
  ],
]

const numbers: readonly (readonly NumberSeed[])[] = [
  [
    {
      id: 101,
      configurationId: 11,
      address: '+1 (415) 555-0181',
      label: 'Front desk',
      isActive: true,
      isDefault: true,
    },
    { id: 102, configurationId: 11, address: '+1 (415) 555-0182', label: 'Claims', isActive: true, isDefault: false },
    {
      id: 104,
      configurationId: 11,
      address: '+1 (415) 555-0183',
      label: 'Retired fax',
      isActive: false,
      isDefault: false,
    },
    {
      id: 105,
      configurationId: 12,
      address: '+44 20 7946 0181',
      label: 'London office',
      isActive: true,
      isDefault: false,
    },
    { id: 106, configurationId: 15, address: '1001', label: 'Old extension', isActive: true, isDefault: true },
  ],
  [
    { id: 201, configurationId: 21, address: '+44 20 7946 0191', label: 'Depot', isActive: true, isDefault: true },
    { id: 202, configurationId: 21, address: '+44 20 7946 0192', label: null, isActive: true, isDefault: false },
    { id: 204, configurationId: 22, address: '2001', label: 'Workshop', isActive: true, isDefault: false },
  ],
]

/** The telephony configurations of the organization with this index: a default, another ready one, one not ready, one parked. */
export function seedConfigurations(index: 0 | 1, organizationId: number, now: number): TelephonyConfiguration[] {
  return (configurations[index] ?? []).map(({ parkedFor, ...seed }) => ({
    ...seed,
    organizationId,
    createdAt: now,
    parked: parkedFor === undefined ? null : { since: now, reason: parkedFor },
  }))
}

/** Their phone numbers: the default one, another active one, an inactive one, and one of another configuration. */
export function seedPhoneNumbers(index: 0 | 1, organizationId: number, now: number): PhoneNumber[] {
  return (numbers[index] ?? []).map((seed) => ({
    ...seed,
    ...describeAddress(seed.address),
    organizationId,
    createdAt: now,
  }))
}

function describeAddress(address: string): Pick<PhoneNumber, 'normalized' | 'type' | 'countryCode'> {
  if (!address.startsWith('+')) return { normalized: address, type: 'sip_extension', countryCode: null }
  const normalized = address.replace(/[^+\d]/g, '')
  return { normalized, type: 'pstn', countryCode: normalized.startsWith('+1') ? 'US' : 'GB' }
}
