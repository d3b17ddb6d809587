import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBom } from '../deps/report.mjs'
import { PlainError } from '../lib/run.mjs'
import { shippedPackages } from './shipped-packages.mjs'
import { about, namesFor } from './names.mjs'

/**
 * Writes the bill of materials of a package (CycloneDX JSON) next to it and returns its path. npm lists every locked
 * package; packages in the app have the scope `required`, and packages that only build or test it have `excluded`.
 */
export async function writeSbom({ made, out }) {
  const names = namesFor(made)
  const shipped = shippedPackages({ outDir: '.cache/package/out', trial: made.trial })
  const bom = completeBom(await readBom(), { names, shipped, electron: made.electron })
  const file = join(out, `${names.file}-${about().version}.cdx.json`)
  writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`)
  return file
}

/** Adds the app, its runtime and the scopes. Throws if npm does not list a shipped package. */
export function completeBom(bom, { names, shipped, electron }) {
  const keys = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  // npm lists an alias under our name for it; the reference contains its published name.
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

/** The runtime in the package, which for a test build differs from the one in package.json. */
const runtimeComponent = (version) => ({
  'bom-ref': `electron@${version}`,
  type: 'framework',
  name: 'electron',
  version,
  scope: 'required',
  purl: `pkg:npm/electron@${version}`,
  licenses: [{ license: { id: 'MIT' } }],
})
