import { readFileSync } from 'node:fs'
import { lastLines, run } from '../lib/run.mjs'
import { inRoot } from '../lib/paths.mjs'
import { npm } from '../setup/modules.mjs'

/**
 * The folders that are audited: the app with its build tools, and the packaging tools. The tool that checks Electron's rules
 * (scripts/deps/tools) only reads our sources and opens no connection, so outdated packages in it are harmless.
 */
const auditedFolders = ['.', 'scripts/package/tools']

const readExceptions = () => JSON.parse(readFileSync(inRoot('scripts/deps/audit-exceptions.json'), 'utf8')).exceptions

/**
 * Gets the known vulnerabilities of every locked package from the registry: `{ state, reason, faults }`. `state` is `clean`;
 * `found`, with the vulnerabilities without an exception in `faults`; or `not run`, with the reason, if the registry
 * did not respond. `not run` does not count as clean: packaging the product requires a clean audit.
 */
export async function auditDependencies({
  folders = auditedFolders.map(inRoot),
  registry,
  exceptions = readExceptions(),
  now = new Date(),
} = {}) {
  const advisories = []
  for (const folder of folders) {
    const answer = await askRegistry(folder, registry)
    if (answer.reason !== undefined) return { state: 'not run', reason: answer.reason, faults: [] }
    advisories.push(...answer.advisories)
  }
  const faults = unexplainedAdvisories(advisories, exceptions, now)
  if (faults.length > 0) return { state: 'found', reason: faults.join('\n'), faults }
  return { state: 'clean', reason: `no unexplained vulnerabilities (${exceptions.length} explained)`, faults }
}

async function askRegistry(folder, registry) {
  const to = registry === undefined ? [] : ['--registry', registry]
  const { command, args } = npm(
    'audit',
    '--json',
    '--package-lock-only',
    '--audit-level=none',
    '--fetch-retries=0',
    ...to,
  )
  const { output } = await run(command, args, { cwd: folder, timeoutMs: 60_000 })
  const report = jsonIn(output)
  if (report?.auditReportVersion !== 2) return { reason: reasonIn(report, output) }
  return {
    advisories: Object.values(report.vulnerabilities).flatMap(({ via }) => via.filter(isAdvisory).map(toAdvisory)),
  }
}

/** Extracts the JSON from npm's output; npm writes warnings to the same stream before it. */
function jsonIn(output) {
  const from = output.indexOf('{')
  if (from < 0) return undefined
  try {
    return JSON.parse(output.slice(from, output.lastIndexOf('}') + 1))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns why the registry did not respond, without its address. */
function reasonIn(report, output) {
  const text = report?.message ?? report?.error?.summary ?? lastLines(output, 3)
  return `the registry gave no answer (${text.replaceAll(/\S*https?:\/\/\S+/g, 'its audit address').slice(0, 200)})`
}

/** A vulnerability in a dependency appears as that dependency's name; the dependency has its own entry. */
const isAdvisory = (via) => typeof via === 'object'

const toAdvisory = ({ name, url, title, severity }) => ({
  package: name,
  advisory: url.split('/').at(-1),
  title,
  severity,
})

/**
 * Returns unexplained vulnerabilities, expired explanations, and explanations of vulnerabilities that no longer exist.
 */
export function unexplainedAdvisories(advisories, exceptions, now) {
  const today = now.toISOString().slice(0, 10)
  const covers = (exception) => (one) => exception.package === one.package && exception.advisory === one.advisory
  const open = advisories.filter(
    (one) => !exceptions.some((exception) => exception.until >= today && covers(exception)(one)),
  )
  const idle = exceptions.filter((exception) => !advisories.some(covers(exception)))
  return [
    ...new Set(open.map((one) => `${one.package}: ${one.title} (${one.severity}, ${one.advisory})`)),
    ...idle.map((one) => `the exception for ${one.package} ${one.advisory} is no longer needed`),
  ]
}
