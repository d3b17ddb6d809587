// Replaces the parts of the module `electron` that main uses when the built main runs on Node. Parts that make no sense
// on Node (menus, permissions) do nothing.
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { MainRequest, MainMessage } from './messages.ts'

type Listener = (event: { senderFrame: { url: string; parent: null } }, text: unknown) => Promise<unknown>
type Serve = (request: Request) => Promise<Response>

const sendToTest = (message: MainMessage): void => void process.send?.(message)
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
    return '0.0.0-browser'
  }
  // As in Electron, this does not resolve before the main file has been evaluated.
  whenReady(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve))
  }
  setBadgeCount(): boolean {
    return false
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
    sendToTest({ kind: 'event', channel, text })
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
    // As in Electron, the event is emitted asynchronously, because main adds its listener after it creates the window.
    setImmediate(() => this.emit('ready-to-show'))
    sendToTest({ kind: 'opened', url })
    return Promise.resolve()
  }
  show(): void {}
  focus(): void {}
  restore(): void {}
  maximize(): void {}
  setProgressBar(): void {}
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

/** Node has no notifications, so the app shows its messages only in the window. */
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
// A program without a window receives no key presses.
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
  // Node has no system proxy.
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

const serve = async (id: number, url: string): Promise<MainMessage> => {
  const response = await schemes.get(new URL(url).protocol)?.(new Request(url))
  if (response === undefined) throw new Error(`No scheme answers ${url}.`)
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  return { kind: 'answer', id, text: body, headers: Object.fromEntries(response.headers), status: response.status }
}

const invoke = async (request: Extract<MainRequest, { kind: 'invoke' }>): Promise<MainMessage> => {
  const handler = handlers.get(request.channel)
  if (handler === undefined) throw new Error(`No handler for ${request.channel}.`)
  const answer = await handler({ senderFrame: { url: request.frameUrl, parent: null } }, request.text)
  return { kind: 'answer', id: request.id, text: String(answer) }
}

const answer = (request: MainRequest): Promise<MainMessage> | undefined => {
  if (request.kind === 'invoke') return invoke(request)
  if (request.kind === 'fetch') return serve(request.id, request.url)
  app.quit()
  return undefined
}

process.on('message', (request: MainRequest) => {
  answer(request)?.then(sendToTest, (error: unknown) =>
    sendToTest({ kind: 'refusal', id: request.id, message: String(error) }),
  )
})
