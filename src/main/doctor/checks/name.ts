import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { codeOf } from '../../service/fault-cause.ts'
import { type Check, found } from '../check.ts'
import type { Journey } from '../journey.ts'
import { isProxied } from './proxy.ts'

/** The addresses of a name, as the operating system finds them. */
export type FindAddresses = (host: string) => Promise<string[]>

export const findAddresses: FindAddresses = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** More of them help nobody. */
const most = 4

/** Is there a computer of that name? A name that does not exist, and nobody who could tell, are two troubles. */
export const checkName = (journey: Journey, find: FindAddresses): Check => ({
  name: 'name',
  after: ['proxy'],
  milliseconds: 15_000,
  look: async () => {
    const { host } = journey
    if (await isProxied(journey)) return found('nameLeftToProxy', { host })
    if (isIP(host) !== 0) return found('nameNotNeeded', { host })
    try {
      return found('nameFound', { host, addresses: (await find(host)).slice(0, most).join(', ') })
    } catch (error) {
      const code = codeOf(error)
      return found(code === 'ENOTFOUND' || code === 'ENODATA' ? 'nameNotFound' : 'nameNotAnswered', { host, code })
    }
  },
})
