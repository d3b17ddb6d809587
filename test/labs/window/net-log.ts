import { readFileSync } from 'node:fs'
import { z } from 'zod'

const logSchema = z.object({
  constants: z.object({ logEventTypes: z.record(z.string(), z.number()) }),
  events: z.array(z.object({ type: z.number(), params: z.record(z.string(), z.unknown()).optional() })),
})

/** The page's only proxy, to which nothing can be connected: an attempt at it is what was wanted. */
const deadEnd = '127.0.0.1:0'

type Params = Record<string, unknown>

/** Events that say where Chromium's network went: what was asked for, connected to, looked up by name, or sent by UDP. */
const telling: Record<string, (params: Params) => unknown> = {
  URL_REQUEST_START_JOB: ({ url }) => url,
  TCP_CONNECT_ATTEMPT: ({ address }) => (address === deadEnd ? undefined : address),
  DNS_TRANSACTION: ({ hostname }) => hostname,
  // A connect alone sends nothing: Chromium asks the system so which of its addresses it would send from.
  UDP_BYTES_SENT: ({ byte_count: count }) => (typeof count === 'number' ? `${count} bytes` : 'something'),
}

/**
 * Where the network service of a run went, from the log that Chromium keeps with --log-net-log. The log of a process that
 * is gone is whole; of a killed one it lacks its end.
 */
export const readNetLog = (file: string): string[] => {
  const text = readFileSync(file, 'utf8').trim()
  const whole = /\}\s*\]\s*\}$/.test(text)
  const { constants, events } = logSchema.parse(JSON.parse(whole ? text : `${text.replace(/,$/, '')}]}`))
  const readers = new Map(
    Object.entries(telling).map(([name, read]) => [constants.logEventTypes[name], { name, read }]),
  )
  return events.flatMap(({ type, params = {} }) => {
    const reader = readers.get(type)
    const value = reader?.read(params)
    return reader !== undefined && typeof value === 'string' ? [`${reader.name} ${value}`] : []
  })
}
