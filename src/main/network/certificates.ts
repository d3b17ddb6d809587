import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import tls, { type SecureContext } from 'node:tls'
import { type NetworkCode, NetworkError } from './network-error.ts'

/**
 * The trusted certificates: the bundled ones, the operating system's, and those of an extra file. `contextFor` throws a
 * NetworkError if the file cannot be used, so that no connection is made without it.
 */
export type Trust = { contextFor(extraFile: string | null): Promise<SecureContext> }

/**
 * Creates the trust store. It caches the context until the extra file changes, because creating one takes milliseconds.
 */
export const createTrust = (readSystem: () => readonly string[] = systemCertificates): Trust => {
  let system: readonly string[] | null = null
  let cached: { version: string; context: Promise<SecureContext> } | null = null

  const build = async (extraFile: string | null): Promise<SecureContext> => {
    system ??= readSystem()
    return createContext(system, extraFile === null ? [] : await readCertificateFile(extraFile))
  }

  return {
    async contextFor(extraFile) {
      const version = extraFile === null ? '' : await versionOf(extraFile)
      if (cached?.version !== version) cached = { version, context: build(extraFile) }
      return cached.context
    },
  }
}

/** The operating system's certificates, if the runtime can read them (Node 22.15 and later). */
export const systemCertificates = (): readonly string[] =>
  'getCACertificates' in tls ? tls.getCACertificates('system') : []

/** Creates the context; an unreadable certificate in the system's store does not affect the others. */
const createContext = (system: readonly string[], extra: readonly string[]): SecureContext => {
  const others = [...tls.rootCertificates, ...extra]
  try {
    return tls.createSecureContext({ ca: [...new Set([...others, ...system])] })
  } catch {
    return tls.createSecureContext({ ca: [...others, ...system.filter(isUsable)] })
  }
}

const isUsable = (pem: string): boolean => {
  try {
    return tls.createSecureContext({ ca: pem }) !== undefined
  } catch {
    return false
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

export type CertificateFileCheck = { ok: true; certificates: number } | { ok: false; code: NetworkCode }

/** Checks a file before it is used: returns the number of certificates, or why it cannot be used. */
export const checkCertificateFile = async (path: string): Promise<CertificateFileCheck> => {
  try {
    return { ok: true, certificates: (await readCertificateFile(path)).length }
  } catch (error) {
    if (error instanceof NetworkError) return { ok: false, code: error.code }
    throw error
  }
}

/** Maximum size of a certificate file, in bytes. */
const largestFile = 1024 * 1024
const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Reads a PEM file of certificates, up to 1 MiB. Throws a NetworkError: CA_FILE_UNREADABLE, CA_FILE_TOO_LARGE,
 * CA_FILE_EMPTY (no certificate) or CA_FILE_BROKEN (at least one certificate is unreadable).
 */
const readCertificateFile = async (path: string): Promise<string[]> => {
  let text: string
  try {
    const { size } = await stat(path)
    if (size > largestFile) throw new NetworkError('CA_FILE_TOO_LARGE')
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw error instanceof NetworkError ? error : new NetworkError('CA_FILE_UNREADABLE')
  }
  const pems = text.match(certificateBlock) ?? []
  if (pems.length === 0) throw new NetworkError('CA_FILE_EMPTY')
  if (!pems.every(isReadable)) throw new NetworkError('CA_FILE_BROKEN')
  return pems
}

const isReadable = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}
