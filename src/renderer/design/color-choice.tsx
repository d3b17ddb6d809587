import { Check } from 'lucide-react'
import { profileColors, type ProfileColor } from '../../contract/profile.ts'
import { words } from '../words/words.ts'
import css from './color-choice.module.css'

type Props = { name: string; value: ProfileColor; onChoose: (color: ProfileColor) => void }

/** The eight hues a profile may wear, as one group of radio buttons. */
export const ColorChoice = ({ name, value, onChoose }: Props) => (
  <fieldset className={css['group']}>
    <legend className={css['legend']}>{words.profiles.color}</legend>
    <div className={css['hues']}>
      {profileColors.map((color) => (
        <label key={color} className={css['hue']} data-color={color} title={words.profiles.colorOf(color)}>
          <input
            type="radio"
            name={name}
            checked={color === value}
            aria-label={words.profiles.colorOf(color)}
            onChange={() => onChoose(color)}
          />
          {color === value && <Check aria-hidden />}
        </label>
      ))}
    </div>
  </fieldset>
)
