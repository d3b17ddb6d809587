import type { App } from 'electron'
import type { SystemTies } from '../../contract/asked.ts'
import type { Settings } from '../../contract/settings.ts'

type Links = Settings['links']

export type ClaimLinksParts = {
  app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient' | 'removeAsDefaultProtocolClient'>
  platform: NodeJS.Platform
}

/**
 * Asks the system for the links that the settings want. Telephone links belong to other programs too: they are asked for
 * in the moment in which a person turns them on, and never again by a start. Our own links come with the package on Linux.
 */
export const createLinkClaims = ({ app, platform }: ClaimLinksParts) => {
  let last: Links | null = null
  let tel: SystemTies['telLinks'] = 'off'

  const claim = (scheme: string): SystemTies['telLinks'] =>
    app.setAsDefaultProtocolClient(scheme) ? 'taken' : 'refused'

  const applyTel = (wanted: boolean): void => {
    const isNew = last !== null && wanted !== last.tel
    if (!wanted) {
      // Linux has nothing to take back: there the person chooses another program in the system's settings.
      if (isNew) app.removeAsDefaultProtocolClient('tel')
      tel = 'off'
    } else if (isNew) tel = claim('tel')
    else if (last === null) tel = 'taken'
  }

  const applyOwn = (wanted: boolean): void => {
    if (platform === 'linux' || wanted === last?.rundesk) return
    if (wanted) claim('rundesk')
    else if (last !== null) app.removeAsDefaultProtocolClient('rundesk')
  }

  return {
    apply(links: Links): void {
      if (app.isPackaged) {
        applyTel(links.tel)
        applyOwn(links.rundesk)
      } else tel = links.tel ? 'notInstalled' : 'off'
      last = links
    },
    telLinks: (): SystemTies['telLinks'] => tel,
  }
}
