import { describe, expect, it } from 'vitest'
import { runScriptLines } from '../../support/script-lines.ts'

/** Matches a string that contains this string. */
const containing = (text: string): unknown => expect.stringContaining(text)

const one = { name: 'one', version: '1.0.0', license: 'MIT', text: 'Copyright One' }
const two = { name: '@b/two', version: '2.0.0', license: 'ISC', text: 'Copyright Two' }

const noticesOf = (packages: readonly object[]): unknown =>
  runScriptLines(`import { createNotices } from 'scripts/package/notices.mjs'
    const made = { packages: ${JSON.stringify(packages)}, electron: '45.4.1' }
    const result = () => { try { return createNotices(made) } catch (error) { return { refused: error.message } } }
    console.log(JSON.stringify(result()))`)

describe('the notices of a package', () => {
  it('list every package with version, license and license text, and a shared text once', () => {
    const twin = { ...one, name: 'twin' }
    const notices = String(noticesOf([one, twin, two]))
    for (const part of ['one 1.0.0 (MIT)', '@b/two 2.0.0 (ISC)', 'one, twin', 'Copyright Two', 'Electron 45.4.1'])
      expect(notices).toContain(part)
    expect(notices.split('Copyright One')).toHaveLength(2)
  })

  it('cannot be created for a license that we may not ship, or without a license text', () => {
    expect(noticesOf([{ ...one, license: 'GPL-3.0' }])).toMatchObject({ refused: containing('one 1.0.0') })
    expect(noticesOf([{ ...one, text: ' ' }])).toMatchObject({ refused: containing('without the text') })
  })
})

describe('the bill of materials', () => {
  const component = (name: string, version: string, ref = `${name}@${version}`) => ({ 'bom-ref': ref, name, version })
  const complete = (shipped: readonly object[]): unknown =>
    runScriptLines(`import { completeBom } from 'scripts/package/sbom.mjs'
      const components = ${JSON.stringify([component('one', '1.0.0'), component('two', '2.0.0', '@b/two@2.0.0'), component('tool', '3.0.0'), component('electron', '45.4.1')])}
      const bom = { bomFormat: 'CycloneDX', metadata: { component: { name: 'folder' } }, components }
      const more = { names: { file: 'rundesk' }, shipped: ${JSON.stringify(shipped)}, electron: '33.2.1' }
      const result = () => { try { return completeBom(bom, more) } catch (error) { return { refused: error.message } } }
      console.log(JSON.stringify(result()))`)

  it('distinguishes packages in the app from build tools, and lists the actual runtime', () => {
    expect(complete([one, two])).toMatchObject({
      metadata: { component: { name: 'rundesk', type: 'application' } },
      components: [
        { name: 'electron', version: '33.2.1', scope: 'required' },
        { name: 'one', scope: 'required' },
        { name: 'two', scope: 'required' },
        { name: 'tool', scope: 'excluded' },
      ],
    })
  })

  it('cannot be completed if a shipped package is missing', () => {
    expect(complete([one, { ...two, version: '9.9.9' }])).toEqual({ refused: containing('@b/two@9.9.9') })
  })
})
