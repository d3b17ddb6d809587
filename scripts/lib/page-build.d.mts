import type { BuildOptions } from 'vite'

export declare const pageBuild: BuildOptions
