import type { Plugin, PluginOption } from 'vite'

export declare const drawFirstPicture: (given: { root: string; plugins?: PluginOption[] }) => Plugin
