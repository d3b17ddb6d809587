import { createNetwork, type NetworkParts, type NetworkTrouble } from '../../../src/main/network/network.ts'
import { createTrust } from '../../../src/main/network/trust.ts'
import { testAuthority } from './test-certificates.ts'

/** A network whose system knows the test authority and names one answer for every origin; name what matters to the test. */
export const aNetwork = (rules: string | null, change: Partial<NetworkParts> = {}) => {
  const troubles: NetworkTrouble[] = []
  const network = createNetwork({
    settings: () => ({ proxy: { mode: 'system' }, extraCertificatesFile: null }),
    env: {},
    resolveProxy: rules === null ? null : () => Promise.resolve(rules),
    proxyPassword: () => Promise.resolve(null),
    trust: createTrust(() => [testAuthority]),
    connectMilliseconds: 2_000,
    onTrouble: (trouble) => void troubles.push(trouble),
    ...change,
  })
  return { ...network, troubles }
}
