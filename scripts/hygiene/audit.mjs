import { readFileSync } from 'node:fs'
import { lastLines, run } from '../lib/run.mjs'
import { inRoot } from '../lib/paths.mjs'
import { npm } from '../setup/modules.mjs'

/**
 * What is asked about: what the app is made of and what makes it, and the tools that package it. The tool that only reads our
 * sources for Electron's rules (scripts/hygiene/tools) makes nothing and opens no connection: old parts in it harm nobody.
 */
const auditedFolders = ['.', 'scripts/package/tools']

const readExceptions = () =>
  JSON.parse(readFileSync(inRoot('scripts/hygiene/audit-exceptions.json'), 'utf8')).exceptions

/**
 * Asks the registry for known weaknesses of every locked package: `{ state, told, faults }`. `state` is `clean`; or `found`
 * with the weaknesses that no exception covers in `faults`; or `not run`, when the registry gave no answer, with its reason
 * in `told`. Not run is never clean: whoever needs a clean audit (a package of the product) must get one.
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
    if (answer.reason !== undefined) return { state: 'not run', told: answer.reason, faults: [] }
    advisories.push(...answer.advisories)
  }
  const faults = judgeAdvisories(advisories, exceptions, now)
  if (faults.length > 0) return { state: 'found', told: faults.join('\n'), faults }
  return { state: 'clean', told: `no known weakness that is not explained (${exceptions.length} explained)`, faults }
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

/** npm warns on the same channel before it answers. */
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

/** Why there was no answer, without the address that was asked. */
function reasonIn(report, output) {
  const told = report?.message ?? report?.error?.summary ?? lastLines(output, 3)
  return `the registry gave no answer (${told.replaceAll(/\S*https?:\/\/\S+/g, 'its audit address').slice(0, 200)})`
}

/** A weakness that came by way of another package is told as that package's name; that one is listed itself. */
const isAdvisory = (via) => typeof via === 'object'

const toAdvisory = ({ name, url, title, severity }) => ({
  package: name,
  advisory: url.split('/').at(-1),
  title,
  severity,
})

/** Weaknesses that nobody explained, explanations whose day has passed, and explanations of what is no longer there. */
export function judgeAdvisories(advisories, exceptions, now) {
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
