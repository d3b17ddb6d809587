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

/** The rules that each violating file breaks, by its path. */
export type LintFindings = ReadonlyMap<string, readonly string[]>

/**
 * Creates a temporary source tree with the real lint and type configuration, for files that break a rule on purpose.
 */
export const createViolatingTree = () => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-rules-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const file of ['oxlint.config.ts', 'import-rules.ts']) cpSync(join(root, file), join(folder, file))
  write('package.json', JSON.stringify({ type: 'module' }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const file of ['tsconfig.base.json', ...projects.map(tsconfigOf)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  return {
    folder,
    write,
    lint: () => lint(folder),
    typeCheck: () => typeCheck(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const projects = ['contract', 'domain', 'messages', 'main', 'preload', 'renderer']

const tsconfigOf = (name: string): string => `src/${name}/tsconfig.json`

const outputOf = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
  const file = join(root, 'node_modules', '.bin', program)
  try {
    // Use the Node that runs the tests: the linter's configuration is TypeScript, which an older Node cannot load.
    return (await run(process.execPath, [file, ...args], { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout
  } catch (error) {
    // Both tools exit with a code other than 0 when they find something, and print it to stdout.
    const { stdout } = failedSchema.parse(error)
    if (stdout === '') throw error
    return stdout
  }
}

const lint = async (folder: string): Promise<LintFindings> => {
  const output = await outputOf('oxlint', ['--type-aware', '-f', 'json', 'src'], folder)
  const findings = new Map<string, string[]>()
  for (const { code, filename, message } of reportSchema.parse(JSON.parse(output)).diagnostics) {
    findings.set(filename, [...(findings.get(filename) ?? []), `${code ?? 'unnamed'} ${message}`])
  }
  return findings
}

const typeCheck = async (folder: string): Promise<readonly string[]> => {
  const folders = projects.map((name) => `src/${name}`)
  const output = await outputOf('tsc', ['-b', ...folders], folder)
  return output.split('\n').filter((line) => line.includes('error TS'))
}
