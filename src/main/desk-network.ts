import type { DeskParts } from './desk.ts'
import { createNetwork } from './network/network.ts'
import { createTrust } from './network/trust.ts'
import type { Connection } from './profiles/connections.ts'
import { defaultLimits } from './service/limits.ts'
import { createServiceClient, type ServiceClient } from './service/service-client.ts'
import { createKeyPathBook } from './settings/key-path-book.ts'
import type { SettingsBook } from './settings/settings-book.ts'
import type { SettingsService } from './settings/settings-service.ts'

/** How the desk reaches services: through the network as the settings and the company have it. */
export const createDeskNetwork = (
  parts: DeskParts,
  settings: SettingsBook,
  service: SettingsService,
  plainHttpOnLan: () => boolean,
) => {
  const network = createNetwork({
    settings: settings.known,
    env: parts.environment,
    resolveProxy: parts.resolveProxy,
    proxyPassword: service.proxyPassword,
    trust: createTrust(),
    connectMilliseconds: defaultLimits.connectMilliseconds,
    onTrouble: parts.onNetworkTrouble,
  })
  const keyPathBook = createKeyPathBook(parts.storage)
  const dialMilliseconds = (): number => parts.dialMilliseconds ?? settings.known().dialSeconds * 1000
  return {
    network,
    /** How long a call's request may stay open. */
    dialMilliseconds,
    createClient: ({ origin, key }: Connection): ServiceClient =>
      createServiceClient({
        origin,
        key,
        clock: parts.clock,
        plainHttpOnLan: plainHttpOnLan(),
        limits: { dialMilliseconds: dialMilliseconds() },
        connect: network.connectorFor(origin),
        connectTo: network.connectorFor,
        keyPaths: keyPathBook.memoryOf(origin),
      }),
  }
}

export type DeskNetwork = ReturnType<typeof createDeskNetwork>
