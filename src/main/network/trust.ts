import { stat } from 'node:fs/promises'
import tls, { type SecureContext } from 'node:tls'
import { readCertificateFile } from './certificate-file.ts'
import { NetworkError } from './network-error.ts'

/**
 * Which certificates may vouch for a service. `contextFor` gives the context of the bundled ones, the operating system's
 * and those of an extra file; it throws a NetworkError when that file cannot be used, so that nothing is connected on
 * less trust than was asked for.
 */
export type Trust = { contextFor(extraFile: string | null): Promise<SecureContext> }

/** The operating system's certificates, where the runtime can tell them (Node 22.15 and later). */
export const systemCertificates = (): readonly string[] =>
  'getCACertificates' in tls ? tls.getCACertificates('system') : []

const isUsable = (pem: string): boolean => {
  try {
    return tls.createSecureContext({ ca: pem }) !== undefined
  } catch {
    return false
  }
}

/** One odd certificate in the operating system's store must not take all others away. */
const contextOf = (system: readonly string[], extra: readonly string[]): SecureContext => {
  const others = [...tls.rootCertificates, ...extra]
  try {
    return tls.createSecureContext({ ca: [...new Set([...others, ...system])] })
  } catch {
    return tls.createSecureContext({ ca: [...others, ...system.filter(isUsable)] })
  }
}

const versionOf = async (file: string): Promise<string> => {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(file)
    return [file, mtimeMs, ctimeMs, size, ino].join(' ')
  } catch {
    throw new NetworkError('CA_FILE_UNREADABLE')
  }
}

/** Makes a context once and keeps it until the extra file changes: making one takes milliseconds, a dial has none to give. */
export const createTrust = (readSystem: () => readonly string[] = systemCertificates): Trust => {
  let system: readonly string[] | null = null
  let kept: { version: string; context: Promise<SecureContext> } | null = null

  const build = async (extraFile: string | null): Promise<SecureContext> => {
    system ??= readSystem()
    return contextOf(system, extraFile === null ? [] : await readCertificateFile(extraFile))
  }

  return {
    async contextFor(extraFile) {
      const version = extraFile === null ? '' : await versionOf(extraFile)
      if (kept?.version !== version) kept = { version, context: build(extraFile) }
      return kept.context
    },
  }
}
