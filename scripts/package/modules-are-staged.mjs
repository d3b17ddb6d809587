/** electron-builder's hook before a build: the node_modules in the staged folder are whole, so it neither rebuilds nor collects any. */
export default function modulesAreStaged() {
  return false
}
