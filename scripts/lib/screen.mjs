/** Says whether windows can be shown: always on macOS and Windows, on Linux when a display is named. */
export const hasScreen = (env = process.env) =>
  process.platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
