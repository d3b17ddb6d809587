import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runScriptLines } from '../../support/script-lines.ts'

/** Matches a string that contains this string. */
const containing = (text: string): unknown => expect.stringContaining(text)

let folder: string
let program: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rundesk-fuses-'))
  program = join(folder, 'program')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file with Electron's fuse section: its marker, its version, and the given number of fuses, all on. */
const writeProgram = (fuses: number): void => {
  const wire = Buffer.concat([Buffer.from([1, fuses]), Buffer.from('1'.repeat(fuses))])
  const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
  writeFileSync(program, Buffer.concat([Buffer.alloc(5000, 7), mark, wire, Buffer.alloc(5000, 7)]))
}

const strictly = (): unknown =>
  runScriptLines(`import { readFuses, setStrictFuses } from 'scripts/package/fuses.mjs'
    const program = ${JSON.stringify(program)}
    const refused = await setStrictFuses(program).then(() => '', (error) => error.message)
    const { known, strict, missing, fuses } = await readFuses(program)
    console.log(JSON.stringify({ refused, known, strict, missing, off: fuses.filter((one) => one.state === 'off').length }))`)

describe('the fuses', () => {
  it('are all strict in an Electron with nine fuses', () => {
    writeProgram(9)
    expect(strictly()).toEqual({ refused: '', known: 9, strict: 9, missing: [], off: 5 })
  })

  it('are strict in an Electron with fewer fuses, and missing ones are reported', () => {
    writeProgram(8)
    expect(strictly()).toEqual({ refused: '', known: 8, strict: 8, missing: ['WasmTrapHandlers'], off: 5 })
  })

  it('stop the packaging of an Electron with an unknown fuse, and leave it unchanged', () => {
    writeProgram(10)
    const before = readFileSync(program)
    expect(strictly()).toMatchObject({ refused: containing('strictlyRequireAllFuses'), known: 10 })
    expect(readFileSync(program).equals(before)).toBe(true)
  })

  it('are not reported as strict before they are set', () => {
    writeProgram(9)
    const fuses = runScriptLines(`import { readFuses } from 'scripts/package/fuses.mjs'
      console.log(JSON.stringify(await readFuses(${JSON.stringify(program)})))`)
    expect(fuses).toMatchObject({ known: 9, strict: 4 })
  })
})
