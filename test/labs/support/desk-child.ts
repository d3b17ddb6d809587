// A desk for labs: it loads everything, says `{ "warm": true }` to its parent, and waits to be told what to be.
import { runLabDesk, type LabOrder } from './run-lab-desk.ts'

process.once('message', (order: LabOrder) => {
  process.disconnect()
  void runLabDesk(order)
})
process.send?.({ warm: true })
