import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBom } from '../hygiene/read-bom.mjs'
import { PlainError } from '../lib/run.mjs'
import { shippedPackages } from './shipped-packages.mjs'
import { about, namesFor } from './names.mjs'

/**
 * Writes the bill of materials of a package (CycloneDX, JSON) beside it and gives its path. npm lists every locked package;
 * those of which something is in the app are `required`, those that only built or tested it `excluded`, as the format has it.
 */
export async function writeSbom({ made, out }) {
  const names = namesFor(made)
  const shipped = shippedPackages({ outDir: '.cache/package/out', trial: made.trial })
  const bom = completeBom(await readBom(), { names, shipped, electron: made.electron })
  const file = join(out, `${names.file}-${about().version}.cdx.json`)
  writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`)
  return file
}

/** Names the app, its runtime and which packages are really in it. A shipped package that npm does not list is refused. */
export function completeBom(bom, { names, shipped, electron }) {
  const keys = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  // An alias is listed under the name we call it by; the reference holds the name it was published under.
  const keyOf = (component) => component['bom-ref'].split('|')[0]
  const scope = (component) => (keys.has(keyOf(component)) ? 'required' : 'excluded')
  const listed = new Set(bom.components.map(keyOf))
  const unlisted = [...keys].filter((key) => !listed.has(key))
  if (unlisted.length > 0) throw new PlainError(`the list of packages lacks ${unlisted.join(', ')}`)
  const components = bom.components
    .filter(({ name }) => name !== 'electron')
    .map((one) => ({ ...one, scope: scope(one) }))
  const component = { ...bom.metadata.component, type: 'application', name: names.file }
  return { ...bom, metadata: { ...bom.metadata, component }, components: [runtimeComponent(electron), ...components] }
}

/** The runtime as it is in the package, which on a trial is not the one that package.json names. */
const runtimeComponent = (version) => ({
  'bom-ref': `electron@${version}`,
  type: 'framework',
  name: 'electron',
  version,
  scope: 'required',
  purl: `pkg:npm/electron@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
})
