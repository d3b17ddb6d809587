// Loaded into the main process before the app: records every text that crosses the bridge or is copied.
// Electron loads this file with require.
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
// The lab copies with this function, so that its copies are not recorded.
globalThis.canaryCopy = writeText
clipboard.writeText = (text, ...rest) => {
  frames.push({ way: 'copied', channel: 'clipboard', text })
  return writeText(text, ...rest)
}
