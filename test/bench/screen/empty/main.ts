import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

app.setPath('userData', app.commandLine.getSwitchValue('data-folder'))
app.on('window-all-closed', () => app.quit())

const here = import.meta.dirname

const open = async (): Promise<void> => {
  await app.whenReady()
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    useContentSize: true,
    show: false,
    webPreferences: { preload: join(here, '..', 'preload', 'index.cjs'), sandbox: true, contextIsolation: true },
  })
  window.once('ready-to-show', () => window.show())
  await window.loadFile(join(here, '..', 'renderer', 'index.html'))
}

void open()
