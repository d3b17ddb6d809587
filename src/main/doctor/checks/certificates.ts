import type { CertificateFileCheck } from '../../network/certificate-file.ts'
import { type Check, found } from '../check.ts'

export type CertificatesParts = {
  /** The operating system's own certificates. */
  system: () => readonly string[]
  /** The file of an admin, where there is one. */
  extraFile: string | null
  checkFile: (path: string) => Promise<CertificateFileCheck>
}

/** Which certificates may vouch for a service here? A file that was asked for and cannot be read lets nothing through. */
export const checkCertificates = ({ system, extraFile, checkFile }: CertificatesParts): Check => ({
  name: 'certificates',
  after: [],
  milliseconds: 5_000,
  look: async () => {
    const file = extraFile === null ? null : await checkFile(extraFile)
    if (file !== null && !file.ok) return found('certificatesFileBad', { code: file.code, file: extraFile })
    const facts = { system: system().length, extra: file?.certificates ?? 0 }
    return found(facts.system === 0 ? 'certificatesBundledOnly' : 'certificatesTrusted', facts)
  },
})
