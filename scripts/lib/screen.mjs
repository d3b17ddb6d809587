/**
 * Returns whether windows can be shown: always on macOS and Windows; on Linux, if DISPLAY or WAYLAND_DISPLAY is set.
 */
export const hasScreen = (env = process.env) =>
  process.platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
