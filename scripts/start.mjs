// `npm start`: builds what has changed and opens the app; without a screen, it runs the tour on a virtual one.
import { spawn } from 'node:child_process'
import { appArguments, isRoot, rootNotice } from './lib/app.mjs'
import { ensureBuild } from './lib/build.mjs'
import { main, PlainError } from './lib/run.mjs'
import { requireRuntime } from './lib/runtime.mjs'
import { hasScreen } from './lib/screen.mjs'
import { rerunOnNode24 } from './node24.mjs'

await rerunOnNode24(import.meta.url)

/** Opens the app and resolves with its exit code when the app has been closed. Ctrl+C quits it. */
function openApp({ executable }) {
  const app = spawn(executable, appArguments(process.argv.slice(2)), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    app.on('error', (error) => reject(new PlainError(`Electron could not be started: ${error.message}`)))
    app.on('exit', (code, signal) => {
      if (code === null) console.error(`Rundesk: the app was ended by ${signal}.`)
      resolve(code ?? 1)
    })
  })
}

await main(async () => {
  if (!hasScreen()) {
    console.log('Rundesk: there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set), so this is the tour:')
    console.log('         the real app on a virtual screen, with a picture of every step.')
    await import('./tour.mjs')
    return
  }
  const runtime = requireRuntime()
  await ensureBuild(runtime)
  if (isRoot()) console.log(rootNotice)
  console.log(`Rundesk: opening on Electron ${runtime.version}.`)
  process.exitCode = await openApp(runtime)
})
