import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'

/**
 * SECURITY: every switch that Electron offers to whoever packages an app, at its strict value. Electron 45 has these nine;
 * an Electron that has a tenth refuses to be packaged until it stands here.
 */
export const strictFuses = {
  /** ELECTRON_RUN_AS_NODE would make a signed Rundesk run anybody's script. */
  RunAsNode: false,
  /** There are no cookies; were there one, it would not lie on the disk as plain text. */
  EnableCookieEncryption: true,
  /** NODE_OPTIONS could load foreign code into the main process. */
  EnableNodeOptionsEnvironmentVariable: false,
  /** --inspect and SIGUSR1 would open a debugger that reads everything the main process knows. */
  EnableNodeCliInspectArguments: false,
  /** Where the operating system has it (macOS, Windows), a changed app.asar does not start. */
  EnableEmbeddedAsarIntegrityValidation: true,
  /** Neither a folder `app` nor a launcher beside app.asar is ever loaded. */
  OnlyLoadAppFromAsar: true,
  /** We make no snapshot of our own; one that lies there is not taken. */
  LoadBrowserProcessSpecificV8Snapshot: false,
  /** The page has a scheme of its own; file: keeps no powers. */
  GrantFileProtocolExtraPrivileges: false,
  /** What Chromium itself runs with: guard pages around the memory of WebAssembly. */
  WasmTrapHandlers: true,
}

const names = Object.keys(strictFuses)
const states = { [FuseState.DISABLE]: 'off', [FuseState.ENABLE]: 'on', [FuseState.REMOVED]: 'removed' }

/** Sets every fuse that this Electron has to its strict value; a fuse that has no value here is refused. */
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
 * `state` is `on`, `off`, `removed`, or `not in this Electron`; `known` counts the fuses the program has, `strict` those at
 * their strict value, and `missing` names those of ours that an older Electron does not have.
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

/** One line a fuse, for people. */
export const describeFuses = ({ fuses }) =>
  fuses.map(
    ({ name, wanted, state }) => `   ${name.padEnd(40)} ${state}${wanted === state ? '' : ` (wanted: ${wanted})`}`,
  )
