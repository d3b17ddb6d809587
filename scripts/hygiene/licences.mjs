import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const list = JSON.parse(readFileSync(fileURLToPath(new URL('licences.json', import.meta.url)), 'utf8'))

/**
 * What is wrong with the licences of `packages` (`{ name, version, licence }`), in words; none when all are allowed.
 * `use` is `shipped` for what is in the app and `tools` for what only builds or tests it, which may be more.
 */
export function licenceFaults(packages, use, { shipped, tools, exceptions } = list) {
  const allowed = new Set(use === 'shipped' ? shipped : [...shipped, ...tools])
  const isExcepted = (name) => use === 'tools' && exceptions.some((one) => one.package === name)
  return packages
    .filter(({ name, licence }) => !isAllowed(licence, allowed) && !isExcepted(name))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version}: ${licence ?? 'names no licence'}, which is not allowed for ${use}`,
    )
}

/** `A OR B` is fine when one of them is; `A AND B` when both are. Anything else must be a name from the list. */
function isAllowed(licence, allowed) {
  if (typeof licence !== 'string') return false
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isAllowed(one, allowed))
  if (plain.includes(' AND ')) return plain.split(' AND ').every((one) => isAllowed(one, allowed))
  return allowed.has(plain)
}
