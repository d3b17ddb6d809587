import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { type Pieces, writeFileAtomically } from '../../../src/main/lib/write-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function* piecesOf(pieces: readonly Outcome<string>[], isWhole = true): Pieces {
  yield* pieces
  return isWhole
}

const locked = fail({ kind: 'storage', reason: 'locked' })

describe('writeFile', () => {
  it('creates the complete file, readable only by its owner', async () => {
    const file = join(temporaryFolder(), 'calls.csv')
    expect(await writeFileAtomically(file, piecesOf([succeed('a\n'), succeed('b\n')]))).toEqual(succeed(true))
    expect(readFileSync(file, 'utf8')).toBe('a\nb\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('returns a failure to produce the content, and keeps the existing file', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'calls.csv')
    writeFileSync(file, 'before')
    expect(await writeFileAtomically(file, piecesOf([succeed('a\n'), locked, succeed('b\n')]))).toEqual(locked)
    expect(readdirSync(folder)).toEqual(['calls.csv'])
    expect(readFileSync(file, 'utf8')).toBe('before')
  })

  it('creates no file if it is canceled', async () => {
    const folder = temporaryFolder()
    expect(await writeFileAtomically(join(folder, 'calls.csv'), piecesOf([succeed('a\n')], false))).toEqual(
      succeed(false),
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('returns the system’s error code', async () => {
    const folder = temporaryFolder()
    const exportFile = (words: string) => ({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: ['file'], code: 'exportFile', words }] },
    })
    expect(await writeFileAtomically(join(folder, 'no', 'calls.csv'), piecesOf([]))).toEqual(exportFile('ENOENT'))
    mkdirSync(join(folder, 'calls.csv'))
    expect(await writeFileAtomically(join(folder, 'calls.csv'), piecesOf([]))).toEqual(exportFile('EISDIR'))
    expect(readdirSync(folder)).toEqual(['calls.csv'])
  })
})
