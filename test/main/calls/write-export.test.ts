import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { type Pieces, writeExport } from '../../../src/main/calls/write-export.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function* piecesOf(pieces: readonly Outcome<string>[], isWhole = true): Pieces {
  yield* pieces
  return isWhole
}

const locked = fail({ kind: 'storage', reason: 'locked' })

describe('a file that is written out', () => {
  it('is there when it is whole, for this user alone', async () => {
    const file = join(temporaryFolder(), 'calls.csv')
    expect(await writeExport(file, piecesOf([succeed('a\n'), succeed('b\n')]))).toEqual(succeed(true))
    expect(readFileSync(file, 'utf8')).toBe('a\nb\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('gives the failure of a piece back, and leaves what was there as it was', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'calls.csv')
    writeFileSync(file, 'before')
    expect(await writeExport(file, piecesOf([succeed('a\n'), locked, succeed('b\n')]))).toEqual(locked)
    expect(readdirSync(folder)).toEqual(['calls.csv'])
    expect(readFileSync(file, 'utf8')).toBe('before')
  })

  it('is not put in its place where it was given up', async () => {
    const folder = temporaryFolder()
    expect(await writeExport(join(folder, 'calls.csv'), piecesOf([succeed('a\n')], false))).toEqual(succeed(false))
    expect(readdirSync(folder)).toEqual([])
  })

  it('says in the system’s own code what stood in the way', async () => {
    const folder = temporaryFolder()
    const exportFile = (words: string) => ({
      ok: false,
      failure: { kind: 'invalid', issues: [{ path: ['file'], code: 'exportFile', words }] },
    })
    expect(await writeExport(join(folder, 'no', 'calls.csv'), piecesOf([]))).toEqual(exportFile('ENOENT'))
    mkdirSync(join(folder, 'calls.csv'))
    expect(await writeExport(join(folder, 'calls.csv'), piecesOf([]))).toEqual(exportFile('EISDIR'))
    expect(readdirSync(folder)).toEqual(['calls.csv'])
  })
})
