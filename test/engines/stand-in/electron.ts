// Stands in for the module `electron` when main's bundle runs on Node: as much of it as main uses, each part doing on
// Node what Electron does with a window. What has no meaning without a window (menus, permissions) is taken and kept.
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Question, Told } from './messages.ts'

type Listener = (event: { senderFrame: { url: string; parent: null } }, text: unknown) => Promise<unknown>
type Serve = (request: Request) => Promise<Response>

const say = (told: Told): void => void process.send?.(told)
const handlers = new Map<string, Listener>()
const schemes = new Map<string, Serve>()
const switches = new Map(
  process.argv.flatMap((arg) => {
    const found = /^--([\w-]+)(?:=(.*))?$/.exec(arg)
    return found?.[1] === undefined ? [] : [[found[1], found[2] ?? ''] as const]
  }),
)

class App extends EventEmitter {
  readonly isPackaged = false
  readonly #paths = new Map<string, string>()
  readonly commandLine = {
    getSwitchValue: (name: string): string => switches.get(name) ?? '',
    hasSwitch: (name: string): boolean => switches.has(name),
    appendSwitch: (name: string, value: string): void => void switches.set(name, value),
  }
  enableSandbox(): void {}
  relaunch(): void {}
  requestSingleInstanceLock(): boolean {
    return true
  }
  setAsDefaultProtocolClient(): boolean {
    return false
  }
  removeAsDefaultProtocolClient(): boolean {
    return false
  }
  isDefaultProtocolClient(): boolean {
    return false
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }
  getPath(name: string): string {
    const data = this.#paths.get('userData')
    if (data === undefined) throw new Error(`No path was set for ${name}: a test hands in --data-folder.`)
    return name === 'userData' ? data : join(data, name)
  }
  getVersion(): string {
    return '0.0.0-engines'
  }
  // As in Electron, never before the main file has been evaluated.
  whenReady(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }
  quit(): void {
    let prevented = false
    this.emit('before-quit', { preventDefault: () => (prevented = true) })
    if (!prevented) process.exit(0)
  }
  exit(code = 0): void {
    process.exit(code)
  }
}

class Contents extends EventEmitter {
  send(channel: string, text: string): void {
    say({ kind: 'event', channel, text })
  }
  isCrashed(): boolean {
    return false
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new Contents()
  isDestroyed(): boolean {
    return false
  }
  loadURL(url: string): Promise<void> {
    // In a later turn, as there: whoever opens a window listens once it is there.
    setImmediate(() => this.emit('ready-to-show'))
    say({ kind: 'opened', url })
    return Promise.resolve()
  }
  show(): void {}
  focus(): void {}
  restore(): void {}
  maximize(): void {}
  isMinimized(): boolean {
    return false
  }
  isMaximized(): boolean {
    return false
  }
  isVisible(): boolean {
    return true
  }
  isFocused(): boolean {
    return true
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return { x: 0, y: 0, ...onlyScreen.size }
  }
}

/** There is nobody to be told: the app says what needs a person in its window alone. */
export class Notification {
  static isSupported(): boolean {
    return false
  }
  on(): void {}
  show(): void {}
}

const onlyScreen = { size: { width: 1280, height: 800 } }
const display = { workArea: { x: 0, y: 0, ...onlyScreen.size } }
export const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] }
export const powerMonitor = { getSystemIdleState: (): string => 'active' }
// No key reaches a program without a window.
export const globalShortcut = { register: () => false, unregister: (): void => {}, isRegistered: () => false }

let copied = ''
export const app = new App()
export const clipboard = {
  readText: (): string => copied,
  writeText: (text: string): void => void (copied = text),
}
export const ipcMain = { handle: (channel: string, listener: Listener) => handlers.set(channel, listener) }
export const protocol = {
  registerSchemesAsPrivileged: (): void => {},
  handle: (scheme: string, serve: Serve) => schemes.set(`${scheme}:`, serve),
}
const plainSession = {
  setProxy: () => Promise.resolve(),
  // Without Electron there is no system to be asked.
  resolveProxy: () => Promise.resolve('DIRECT'),
}
export const session = { defaultSession: plainSession, fromPartition: () => plainSession }
export const Menu = { buildFromTemplate: (template: unknown) => template, setApplicationMenu: (): void => {} }
export const dialog = {
  showMessageBox: () => Promise.resolve({ response: 0 }),
  showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
  showOpenDialog: () => Promise.resolve({ canceled: true, filePaths: [] }),
}
export const nativeTheme = { shouldUseDarkColors: false }
export const utilityProcess = {
  fork: (file: string, args: string[]) => {
    const child = fork(file, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
    return Object.assign(child, { postMessage: (message: object) => child.send(message) })
  },
}

const serve = async (id: number, url: string): Promise<Told> => {
  const response = await schemes.get(new URL(url).protocol)?.(new Request(url))
  if (response === undefined) throw new Error(`No scheme answers ${url}.`)
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  return { kind: 'answer', id, text: body, headers: Object.fromEntries(response.headers), status: response.status }
}

const invoke = async (question: Extract<Question, { kind: 'invoke' }>): Promise<Told> => {
  const handler = handlers.get(question.channel)
  if (handler === undefined) throw new Error(`Nobody answers ${question.channel}.`)
  const answer = await handler({ senderFrame: { url: question.frameUrl, parent: null } }, question.text)
  return { kind: 'answer', id: question.id, text: String(answer) }
}

const answer = (question: Question): Promise<Told> | undefined => {
  if (question.kind === 'invoke') return invoke(question)
  if (question.kind === 'fetch') return serve(question.id, question.url)
  app.quit()
  return undefined
}

process.on('message', (question: Question) => {
  answer(question)?.then(say, (error: unknown) => say({ kind: 'refusal', id: question.id, message: String(error) }))
})
