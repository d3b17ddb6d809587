import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProcessLog } from '../../../src/main/log/log.ts'
import { createProcessScrub } from '../../../src/main/vault/masks.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { echoForms } from '../../labs/fuzz/generate-answer.ts'
import { createSecretSearch } from '../../labs/support/secret-search.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const text = `Zq0aDsAa%L~3\\">'\`h|*;9[L#t![':g/x]3$$u(]%y)V,!*x<E"d=<&:^9+o?_@E}h`

it('removes a secret from the log in every form while the secret is in memory', () => {
  const folder = temporaryFolder()
  const log = createProcessLog(folder, createProcessScrub())
  const secret = createSecret(text)
  for (const write of echoForms) log('error', 'unforeseen', { message: `it broke on ${write(text)} today` })
  const written = readFileSync(join(folder, 'logs', 'rundesk.log'), 'utf8')
  expect(createSecretSearch(text)(Buffer.from(written))).toBeNull()
  expect(written.match(/it broke on .*\[secret\].* today/g)).toHaveLength(echoForms.length)
  expect(String(secret)).toBe('[secret]')
})
