/**
 * What is wrong with the Electron we build for, in words. `target` is its version, `trialVersion` that of the test runtime,
 * `oldestAllowed` the major below which the app itself calls its runtime a trial, `now` the day of the build.
 */
export function electronFaults({ target, trialVersion, oldestAllowed, table, now }) {
  const major = Number.parseInt(target, 10)
  const today = now.toISOString().slice(0, 10)
  const supported = table.majors.filter(({ stable, endOfSupport }) => stable <= today && endOfSupport > today)
  const newest = supported.toSorted((one, other) => other.major - one.major).slice(0, 3)
  const trial = table.testRuntime
  return [
    ...(newest.some((one) => one.major === major)
      ? []
      : [`Electron ${major} is not among the supported majors on ${today}`]),
    ...(Number.parseInt(trialVersion, 10) === trial.major
      ? []
      : [`the test runtime ${trialVersion} is not in the table`]),
    ...(trial.endOfSupport < today ? [] : ['the test runtime is listed as supported']),
    ...(oldestAllowed >= major - 2 && oldestAllowed > trial.major
      ? []
      : [`the app takes Electron ${oldestAllowed} for supported, which it is not beside ${major}`]),
  ]
}

/** One line for people: until when the Electron we build for is supported, and that the test runtime is not. */
export function describeElectron({ target, table }) {
  const ours = table.majors.find(({ major }) => major === Number.parseInt(target, 10))
  const { major, endOfSupport } = table.testRuntime
  const until = ours ? `supported until ${ours.known ? '' : 'about '}${ours.endOfSupport}` : 'not in the table'
  return `Electron ${target}: ${until}. Test runtime ${major}: OUT OF SUPPORT since ${endOfSupport}, for trials only.`
}
