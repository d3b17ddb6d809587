import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

const reportSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string().optional(), filename: z.string(), message: z.string() })),
})
const failedSchema = z.object({ stdout: z.string() })

/** What a linter said of one planted file: the rules it broke. */
export type Verdicts = ReadonlyMap<string, readonly string[]>

/**
 * A house of its own in a temporary folder, laid out like ours and under our real configuration,
 * into which a test plants files to see whether the fences hold.
 */
export const createPlantedTree = () => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-fences-'))
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  plant('package.json', JSON.stringify({ type: 'module' }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const file of ['tsconfig.base.json', ...['contract', 'main', 'preload', 'renderer'].map(tsconfigOf)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  return {
    folder,
    plant,
    lint: () => lint(folder),
    typeCheck: () => typeCheck(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const tsconfigOf = (name: string): string => `src/${name}/tsconfig.json`

const outputOf = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
  const file = join(root, 'node_modules', '.bin', program)
  try {
    return (await run(file, args, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout
  } catch (error) {
    // Both tools end with a code other than 0 when they have found something; what they found is on stdout.
    const { stdout } = failedSchema.parse(error)
    if (stdout === '') throw error
    return stdout
  }
}

const lint = async (folder: string): Promise<Verdicts> => {
  const output = await outputOf('oxlint', ['--type-aware', '-f', 'json', 'src'], folder)
  const verdicts = new Map<string, string[]>()
  for (const { code, filename, message } of reportSchema.parse(JSON.parse(output)).diagnostics) {
    verdicts.set(filename, [...(verdicts.get(filename) ?? []), `${code ?? 'unnamed'} ${message}`])
  }
  return verdicts
}

const typeCheck = async (folder: string): Promise<readonly string[]> => {
  const projects = ['contract', 'main', 'preload', 'renderer'].map((name) => `src/${name}`)
  const output = await outputOf('tsc', ['-b', ...projects], folder)
  return output.split('\n').filter((line) => line.includes('error TS'))
}
