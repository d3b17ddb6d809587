import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type NetworkCode, NetworkError } from './network-error.ts'

const largestFile = 1024 * 1024
const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

const isReadable = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

const certificatesOf = (text: string): string[] => {
  const pems = text.match(block) ?? []
  if (pems.length === 0) throw new NetworkError('CA_FILE_EMPTY')
  if (!pems.every(isReadable)) throw new NetworkError('CA_FILE_BROKEN')
  return pems
}

/**
 * Reads a PEM file of certificates to trust, up to 1 MiB. Throws a NetworkError: CA_FILE_UNREADABLE, CA_FILE_TOO_LARGE,
 * CA_FILE_EMPTY (no certificate in it) or CA_FILE_BROKEN (one of them cannot be read). A file is taken whole or not.
 */
export const readCertificateFile = async (path: string): Promise<string[]> => {
  let text: string
  try {
    const { size } = await stat(path)
    if (size > largestFile) throw new NetworkError('CA_FILE_TOO_LARGE')
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw error instanceof NetworkError ? error : new NetworkError('CA_FILE_UNREADABLE')
  }
  return certificatesOf(text)
}

/** What a settings screen may say about such a file before it is taken: how many certificates, or why not. */
export type CertificateFileCheck = { ok: true; certificates: number } | { ok: false; code: NetworkCode }

export const checkCertificateFile = async (path: string): Promise<CertificateFileCheck> => {
  try {
    return { ok: true, certificates: (await readCertificateFile(path)).length }
  } catch (error) {
    if (error instanceof NetworkError) return { ok: false, code: error.code }
    throw error
  }
}
