/** electron-builder's beforeBuild hook: the staged node_modules are complete, so it must not rebuild or collect any. */
export default function modulesAreStaged() {
  return false
}
