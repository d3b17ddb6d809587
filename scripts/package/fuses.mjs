import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'

/**
 * SECURITY: the strict value of every Electron fuse. Electron 45 has these nine; packaging fails for an
 * Electron with a fuse that is not listed here.
 */
export const strictFuses = {
  /** With ELECTRON_RUN_AS_NODE, a signed Rundesk would run any script. */
  RunAsNode: false,
  /** Encrypts cookies on disk. Rundesk uses none. */
  EnableCookieEncryption: true,
  /** NODE_OPTIONS could load other code into the main process. */
  EnableNodeOptionsEnvironmentVariable: false,
  /** --inspect and SIGUSR1 would open a debugger with access to everything in the main process. */
  EnableNodeCliInspectArguments: false,
  /** On macOS and Windows, an app with a modified app.asar does not start. */
  EnableEmbeddedAsarIntegrityValidation: true,
  /** Electron loads only app.asar, not a folder named `app`. */
  OnlyLoadAppFromAsar: true,
  /** The app has no V8 snapshot, so Electron must not load one. */
  LoadBrowserProcessSpecificV8Snapshot: false,
  /** The page uses a custom scheme, so file: needs no extra privileges. */
  GrantFileProtocolExtraPrivileges: false,
  /** Guard pages around WebAssembly memory, as in Chromium. */
  WasmTrapHandlers: true,
}

const names = Object.keys(strictFuses)
const states = { [FuseState.DISABLE]: 'off', [FuseState.ENABLE]: 'on', [FuseState.REMOVED]: 'removed' }

/** Sets every fuse of this Electron to its strict value. Throws if a fuse is not listed here. */
export async function setStrictFuses(executable) {
  const { known } = await readFuses(executable)
  const wanted = names.slice(0, known).map((name) => [FuseV1Options[name], strictFuses[name]])
  await flipFuses(executable, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...Object.fromEntries(wanted),
  })
}

/**
 * Reads the fuses back from a packaged program: `{ fuses: [{ name, wanted, state }], known, strict, missing }`.
 * `state` is `on`, `off`, `removed`, or `not in this Electron`; `known` counts the program's fuses, `strict` those with
 * their strict value, and `missing` lists our fuses that an older Electron does not have.
 */
export async function readFuses(executable) {
  const wire = await getCurrentFuseWire(executable)
  const length = Object.keys(wire).filter((key) => /^\d+$/.test(key)).length
  const fuses = Array.from({ length: Math.max(length, names.length) }, (_, at) => {
    const name = names[at] ?? `fuse ${at + 1}, which is unknown here`
    const wanted = name in strictFuses ? (strictFuses[name] ? 'on' : 'off') : undefined
    return { name, wanted, state: at < length ? (states[wire[at]] ?? 'unreadable') : 'not in this Electron' }
  })
  return {
    fuses,
    known: length,
    strict: fuses.filter(({ wanted, state }) => wanted === state).length,
    missing: names.slice(length),
  }
}

/** One line per fuse. */
export const describeFuses = ({ fuses }) =>
  fuses.map(
    ({ name, wanted, state }) => `   ${name.padEnd(40)} ${state}${wanted === state ? '' : ` (wanted: ${wanted})`}`,
  )
