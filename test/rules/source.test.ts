import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).toSorted()
const lines = (path: string): readonly string[] => read(path).replace(/\n$/, '').split('\n')

/** Returns every line that matches, as `path:line`. */
const linesMatching = (pattern: RegExp, paths = sources): readonly string[] =>
  paths.flatMap((path) => lines(path).flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])))

const isComment = (line: string | undefined): boolean => /^\s*(\/\/|\*|\/\*)/.test(line ?? '')
const importOf = /^(?:import|export|\}).* from '([^'.][^']*)'|^import '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/g
const cast = /[\w)\]}>'"`] as (?!const\b|unknown\b(?! as))[\w({['"`]/

const castsSomething = (line: string): boolean => {
  const isAlias = /^\s*import\b|^\s*export \{|\bin \w+ as\b|^\s*(type )?\w+ as \w+,?$/.test(line)
  return !isAlias && !isComment(line) && cast.test(line.replaceAll(/\/\/.*|'[^']*'|`[^`]*`/g, "''"))
}

/** Returns whether a comment explains the cast in a line: on the line, or above it and the casts just before it. */
const isExplained = (text: readonly string[], at: number): boolean => {
  if (text[at]?.includes('//')) return true
  const above = text[at - 1]
  return isComment(above) || (above !== undefined && castsSomething(above) && isExplained(text, at - 1))
}

const unexplainedCasts = (text: readonly string[]): readonly number[] =>
  text.flatMap((line, at) => (castsSomething(line) && !isExplained(text, at) ? [at + 1] : []))

describe('the source', () => {
  it('is found', () => expect(sources.length).toBeGreaterThan(20))

  it('disables no tool with a comment', () => {
    expect(
      linesMatching(/@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable|prettier-ignore|oxfmt-ignore/),
    ).toEqual([])
  })

  it('has no TODO', () => {
    expect(linesMatching(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([])
  })

  it('explains every cast in a comment', () => {
    expect(sources.flatMap((path) => unexplainedCasts(lines(path)).map((at) => `${path}:${at}`))).toEqual([])
  })

  it('creates windows in one file only', () => {
    const found = linesMatching(/new\s+(\w+\.)?(BrowserWindow|BaseWindow|WebContentsView|BrowserView)\b/)
    expect(found.filter((position) => !position.startsWith('src/main/platform/window.ts:'))).toEqual([])
  })

  it('writes to stdout, stderr and the log in named files only, where redaction is applied', () => {
    const filesOf = (pattern: RegExp) => [
      ...new Set(linesMatching(pattern).map((position) => position.replace(/:\d+$/, ''))),
    ]
    expect(filesOf(/\bprocess\.(stdout|stderr)\b/)).toEqual([
      'src/main/headless/run.ts',
      'src/main/index.ts',
      // Used by a practice service without the app; the app passes its own log.
      'src/main/practice/host.ts',
    ])
    expect(filesOf(/\bcreateLog\(/)).toEqual(['src/main/log/log.ts'])
    const logging = ['src/main/headless/run.ts', 'src/main/index.ts']
    expect(filesOf(/= createProcessLog\(/).filter((file) => file !== 'src/main/log/log.ts')).toEqual(logging)
    for (const file of logging) expect(read(file)).toContain('createProcessScrub()')
    expect(filesOf(/\bcreatePracticeHost\(\{/)).toEqual(['src/main/headless/run.ts', 'src/main/platform/open-app.ts'])
    for (const file of ['src/main/headless/run.ts', 'src/main/platform/open-app.ts'])
      expect(read(file)).toMatch(/onError: (\(error\) => log\(|logErrorsAs\(log, )/)
  })

  it('never uses Chromium’s network stack in the main process', () => {
    const main = sources.filter((path) => path.startsWith('src/main/'))
    expect(linesMatching(/\bnet\.(fetch|request)\b|\bsession\.fetch\b/, main)).toEqual([])
  })

  it('imports only packages that package.json names', () => {
    const { dependencies, devDependencies } = packages()
    const named = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)])
    const foreign = sources.flatMap((path) =>
      lines(path)
        .flatMap((line) => [...line.matchAll(importOf)])
        .map(([, from, bare, late]) => from ?? bare ?? late ?? '')
        .filter((from) => !from.startsWith('node:'))
        .map((from) =>
          from
            .split('/')
            .slice(0, from.startsWith('@') ? 2 : 1)
            .join('/'),
        )
        .filter((name) => !named.has(name))
        .map((name) => `${path}: ${name}`),
    )
    expect(foreign).toEqual([])
  })
})

describe('the search for casts', () => {
  it.each([
    ['const x = y as Kind', [1]],
    ['const x = f(y) as string', [1]],
    ['// Known from the schema.', []],
    ['const x = y as const', []],
    ['const x = y as unknown', []],
    ['const x = y as unknown as Kind', [1]],
    [`import { a as b } from './a.ts'`, []],
    ['export type X = { [N in Name as `on${N}`]: 1 }', []],
    [`const x = 'known as text'`, []],
    ['return y as Kind // checked by the schema', []],
  ])('%s', (line, found) => expect(unexplainedCasts([line])).toEqual(found))

  it('accepts a comment on the line before, for neighboring casts too', () => {
    const pair = ['const x = y as Kind', 'const z = y as Kind']
    expect(unexplainedCasts(pair)).toEqual([1, 2])
    expect(unexplainedCasts(['// Checked by the schema.', ...pair])).toEqual([])
    expect(unexplainedCasts(['// Checked by the schema.', 'const x = y as Kind'])).toEqual([])
  })
})

const packages = () =>
  z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
      optionalDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(read('package.json')))

describe('package.json', () => {
  it('lists every package with an exact version', () => {
    const all = Object.values(packages()).flatMap((group) => Object.entries(group))
    expect(all.filter(([, version]) => !/^(npm:@[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('lists the same versions as the lockfile', () => {
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
      .parse(JSON.parse(read('package-lock.json')))
    const all = Object.values(packages()).flatMap((group) => Object.entries(group))
    const differing = all.filter(
      ([name, version]) => !version.endsWith(lock.packages[`node_modules/${name}`]?.version ?? '?'),
    )
    expect(differing).toEqual([])
  })
})
