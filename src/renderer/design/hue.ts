import { createContext, useContext } from 'react'
import type { ProfileColor } from '../../contract/profile.ts'

/** The hue of the profile in use, for what stands over the page and so outside of the element that wears it. */
export const HueContext = createContext<ProfileColor | undefined>(undefined)
export const useHue = (): ProfileColor | undefined => useContext(HueContext)
