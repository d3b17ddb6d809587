import { createNetwork, type NetworkDeps, type NetworkProblem } from '../../../src/main/network/connector.ts'
import { createTrust } from '../../../src/main/network/certificates.ts'
import { testAuthority } from './test-certificates.ts'

/** Creates a network that trusts the test authority and uses the proxy `rules` for every origin. */
export const createTestNetwork = (rules: string | null, change: Partial<NetworkDeps> = {}) => {
  const problems: NetworkProblem[] = []
  const network = createNetwork({
    settings: () => ({ proxy: { mode: 'system' }, extraCertificatesFile: null }),
    env: {},
    resolveProxy: rules === null ? null : () => Promise.resolve(rules),
    proxyPassword: () => Promise.resolve(null),
    trust: createTrust(() => [testAuthority]),
    connectMilliseconds: 2_000,
    onProblem: (problem) => void problems.push(problem),
    ...change,
  })
  return { ...network, problems }
}
