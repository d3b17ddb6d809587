// Loaded into the main process before the app: keeps every text that crosses the bridge, and every text that is copied.
// Electron loads such a file with require, and in no other way.
// oxlint-disable-next-line typescript/no-require-imports
const { app, clipboard, ipcMain } = require('electron')

const frames = []
globalThis.canaryFrames = frames

const handle = ipcMain.handle.bind(ipcMain)
ipcMain.handle = (channel, listener) =>
  handle(channel, async (event, ...question) => {
    frames.push({ way: 'in', channel, text: JSON.stringify(question) })
    const answer = await listener(event, ...question)
    frames.push({ way: 'out', channel, text: JSON.stringify(answer) })
    return answer
  })

app.on('web-contents-created', (_event, contents) => {
  const send = contents.send.bind(contents)
  contents.send = (channel, ...texts) => {
    frames.push({ way: 'event', channel, text: JSON.stringify(texts) })
    send(channel, ...texts)
  }
})

const writeText = clipboard.writeText.bind(clipboard)
// The lab itself copies without being recorded, as another program would.
globalThis.canaryCopy = writeText
clipboard.writeText = (text, ...rest) => {
  frames.push({ way: 'copied', channel: 'clipboard', text })
  return writeText(text, ...rest)
}
