// Loads the app, sends `{ "warm": true }` to its parent, and waits for its options.
import { runLabApp, type LabAppOptions } from './lab-app.ts'

process.once('message', (options: LabAppOptions) => {
  process.disconnect()
  void runLabApp(options)
})
process.send?.({ warm: true })
