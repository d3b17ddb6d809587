import { ArrowLeft, ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { hasIssue } from '../../../contract/failure.ts'
import { type Profile, profileNameLength, referenceNameSchema, type ServiceProfile } from '../../../contract/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { messages } from '../../../messages/index.ts'
import css from './profiles.module.css'
import { ReferenceName } from './reference-name.tsx'
import { chosenName, draftIn, isUnsavedIn, type ProfileDraft, type ProfileDrafts } from './profile-drafts.ts'
import { createProfileActions, type ProfileActions } from './profiles-store.ts'
import { hostOf } from './profile-switcher.tsx'
import { useStore } from 'zustand'
import { FailureAlert, FailureNotice, FormError, QueryAge } from '../../ui/notice.tsx'
import { useLists, useListsStore } from '../../lib/lists.ts'
import { usePage } from '../../lib/page.ts'
import { usePeople } from '../../lib/people.ts'
import { valueOf } from '../../lib/query.ts'
import { CheckedFields, ColorChoice, Field, FieldMessage, Input, tooLong } from '../../ui/field.tsx'
import { KeyEntryField, KeyStorageChoice } from '../../ui/key-entry.tsx'
import { focusIfLost, focusOnMount } from '../../lib/focus.ts'

const profilesText = messages.profiles

type ManageProfilesProps = {
  open: boolean
  /** The ID of the profile whose form for replacing the key is open initially. */
  replacing?: string | null
  all: readonly Profile[]
  drafts: ProfileDrafts
  onClose: () => void
  onAdd: () => void
}

/** True if another profile has the same name and color, so that only their order distinguishes them. */
const looksLikeAnother = (profile: Profile, all: readonly Profile[]): boolean =>
  all.some(({ id, name, color }) => id !== profile.id && name === profile.name && color === profile.color)

type ListProps = { all: readonly Profile[]; drafts: ProfileDrafts; onOpen: (id: string) => void }

const List = ({ all, drafts, onOpen }: ListProps) => {
  const refused = useStore(usePeople().refusedKeys.store, valueOf) ?? []
  const unsaved = useStore(drafts.store)
  const keyStateOf = (profile: ServiceProfile): string =>
    refused.some(({ profileId, unreadable }) => profileId === profile.id && unreadable)
      ? profilesText.keyUnreadable
      : profilesText.keyStorage(profile.keyStorage)
  return (
    <ul className={css['list']}>
      {all.map((profile) => (
        <li key={profile.id} data-color={profile.color}>
          <button type="button" className={css['row']} onClick={() => onOpen(profile.id)}>
            <span className={css['chip']} aria-hidden />
            <span className={css['text']}>
              <span className={css['name']}>{profile.name}</span>
              <span className={css['host']}>
                {hostOf(profile)}
                {profile.kind === 'service' && ` · ${keyStateOf(profile)}`}
              </span>
            </span>
            <ChevronRight aria-hidden />
          </button>
          {looksLikeAnother(profile, all) && <FieldMessage tone="check">{profilesText.sameLook}</FieldMessage>}
          {isUnsavedIn(unsaved, profile) && <FieldMessage tone="check">{profilesText.unsaved}</FieldMessage>}
        </li>
      ))}
    </ul>
  )
}

/** Shows this computer's profiles and the details of one of them. */
export const ManageProfiles = ({ open, replacing = null, all, drafts, onClose, onAdd }: ManageProfilesProps) => {
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = open ? all.find(({ id }) => id === (openedId ?? replacing)) : undefined
  const close = () => {
    setOpenedId(null)
    onClose()
  }
  return (
    <Dialog
      title={opened?.name ?? messages.profiles.title}
      open={open}
      onClose={close}
      color={opened?.color}
      // The failure with the button that opened the form is removed once the key was replaced.
      afterRemoved={() => document.querySelector('main')}
    >
      {opened ? (
        <ProfileDetails
          key={opened.id}
          profile={opened}
          all={all}
          replacesKey={opened.id === replacing && openedId === null}
          drafts={drafts}
          onBack={() => (replacing === null ? setOpenedId(null) : close())}
        />
      ) : (
        <>
          <List all={all} drafts={drafts} onOpen={setOpenedId} />
          <div>
            <Button onClick={() => (close(), onAdd())}>
              <Plus aria-hidden />
              {messages.profiles.add}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

const Check = ({ actions }: { actions: ProfileActions }) => {
  const query = useStore(actions.check.store)
  const found = query.data?.value
  return (
    <div className={css['section']}>
      <QueryAge
        isCheck
        query={query}
        label={profilesText.check}
        text={messages.shell.health.age}
        onRefresh={() => void actions.check.load()}
      />
      {query.step === 'failed' && <FailureNotice failure={query.failure} />}
      {query.step === 'ready' && found && (
        <p className={css['found']}>
          {profilesText.checked(messages.time.milliseconds(found.milliseconds), found.version)}
        </p>
      )}
      {query.step === 'ready' && found?.account && (
        <p>{profilesText.account(found.account.email, found.account.organizationId)}</p>
      )}
    </div>
  )
}

const ActionResult = ({ actions }: { actions: ProfileActions }): ReactNode => {
  const action = useStore(actions.store)
  // A failure to remove the profile or to replace its key is shown in its own section.
  if (action.step === 'failed' && action.what === 'saved') return <FailureAlert failure={action.failure} />
  if (action.step !== 'done') return null
  return (
    <output className={css['found']}>
      {action.what === 'keyReplaced' ? profilesText.replaced : profilesText.saved}
    </output>
  )
}

type ProfileDetailsProps = {
  profile: Profile
  all: readonly Profile[]
  /** Whether the form for replacing the key is open initially. */
  replacesKey: boolean
  drafts: ProfileDrafts
  onBack: () => void
}

/** Shows a profile's name, color and call reference, with actions to check it, replace its key, and remove it. */
const ProfileDetails = ({ profile, all, replacesKey, drafts, onBack }: ProfileDetailsProps) => {
  const { api, now } = usePage()
  const [actions] = useState(() => createProfileActions(api, profile.id, now))
  const [opened, setOpened] = useState<'none' | 'key' | 'remove'>(replacesKey ? 'key' : 'none')
  const [closed, setClosed] = useState<'none' | 'key' | 'remove'>('none')
  const close = () => {
    setClosed(opened)
    setOpened('none')
  }
  // A user who came to replace the key initially sees only that form.
  if (replacesKey && opened === 'key') return <ReplaceKey profile={profile} actions={actions} onClose={close} />
  return (
    <>
      <div>
        <Button variant="quiet" size="small" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {profilesText.back}
        </Button>
      </div>
      {looksLikeAnother(profile, all) && <FieldMessage tone="check">{messages.profiles.sameLook}</FieldMessage>}
      <ProfileForm profile={profile} actions={actions} drafts={drafts} />
      <ActionResult actions={actions} />
      <Check actions={actions} />
      {opened === 'key' && <ReplaceKey profile={profile} actions={actions} onClose={close} />}
      {opened === 'remove' && <RemoveProfile profile={profile} actions={actions} onClose={close} />}
      {opened === 'none' && (
        <div className={css['actions']}>
          {profile.kind === 'service' && (
            <Button ref={closed === 'key' ? focusIfLost : null} onClick={() => setOpened('key')}>
              {profilesText.replaceKey}
            </Button>
          )}
          <Button ref={closed === 'remove' ? focusIfLost : null} variant="danger" onClick={() => setOpened('remove')}>
            {profilesText.remove}
          </Button>
        </div>
      )}
    </>
  )
}

type Props = { profile: Profile; actions: ProfileActions; onClose: () => void }

/** Renders the form that replaces a profile's key. The old key is kept until the new one is known to work. */
const ReplaceKey = ({ profile, actions, onClose }: Props) => {
  const [session, setSession] = useState(false)
  const keyState = useKeyState(profile)
  const action = useStore(actions.store)
  const failure = action.step === 'failed' && action.what === 'keyReplaced' ? action.failure : null
  const yes = useRef<HTMLButtonElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  // The failure, with what to do about it, moves the buttons down, out of the dialog's visible part.
  useEffect(() => {
    if (failure) buttons.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  useEffect(() => void actions.keychain.load(), [actions])
  useEffect(() => actions.key.clear, [actions])
  // Only a change counts: the store may still have the result of an earlier replacement.
  useEffect(
    () => actions.store.subscribe((now) => now.step === 'done' && now.what === 'keyReplaced' && onClose()),
    [actions, onClose],
  )
  return (
    <section className={css['section']} aria-label={messages.profiles.replaceTitle(profile.name)}>
      <h3>{messages.profiles.replaceTitle(profile.name)}</h3>
      <p>{keyState === 'missing' ? profilesText.replaceMissingText : profilesText.replaceText}</p>
      <CheckedFields isChecking={action.step === 'working'} button={yes}>
        <KeyEntryField entry={actions.key} next={yes} />
        <KeyStorageChoice keychain={actions.keychain} failure={failure} session={session} onSession={setSession} />
      </CheckedFields>
      {(action.step === 'keyNeeded' || action.step === 'keyStorageNeeded') && (
        <FormError>
          <FieldMessage tone="bad">
            {action.step === 'keyNeeded'
              ? messages.onboarding.connect.needKey
              : messages.profiles.keyStorageChoice.needed}
          </FieldMessage>
        </FormError>
      )}
      {failure && <FailureAlert failure={failure} title={messages.profiles.notReplaced} />}
      {action.step === 'failed' && hasIssue(action.failure, 'otherOrganization') && (
        <>
          <p>{messages.profiles.otherOrganizationText}</p>
          <div>
            <Button variant="danger" onClick={() => void actions.replaceKey(session, true)}>
              {messages.profiles.changeOrganization}
            </Button>
          </div>
        </>
      )}
      <div ref={buttons} className={css['actions']}>
        <Button
          ref={yes}
          variant="loud"
          off={action.step === 'working'}
          onClick={() => void actions.replaceKey(session)}
        >
          {messages.profiles.replaceYes}
        </Button>
        <Button onClick={onClose}>{messages.common.cancel}</Button>
      </div>
    </section>
  )
}

/** Returns the state of a profile's key. An unreadable one may still be in the keychain. */
const useKeyState = (profile: Profile): 'working' | 'rejected' | 'missing' | 'unreadable' => {
  const all = useStore(usePeople().refusedKeys.store, valueOf) ?? []
  const refused = all.find(({ profileId }) => profileId === profile.id)
  if (refused === undefined) return 'working'
  if (refused.unreadable === undefined) return 'rejected'
  return refused.unreadable === 'missing' ? 'missing' : 'unreadable'
}

/** Asks the user to confirm the removal of a profile and its key. */
const RemoveProfile = ({ profile, actions, onClose }: Props) => {
  const action = useStore(actions.store)
  const practice = profile.kind === 'practice'
  const keyState = useKeyState(profile)
  const unresolved = useStore(actions.unresolved.store)
  useEffect(() => actions.followUnresolved(), [actions])
  const store = useListsStore()
  const loaded = useStore(store.all.store)
  const lists = useLists(store).filter(({ profileId }) => profileId === profile.id)
  const running = lists.find(({ state }) => state === 'running')
  const waiting = lists.filter(({ state }) => state === 'reading' || state === 'draft' || state === 'paused')
  const listsFailure = loaded.step === 'failed' && loaded.data === null ? loaded.failure : null
  const count = unresolved.step === 'failed' ? 0 : (unresolved.data?.value ?? 0)
  const warnings = [count > 0, unresolved.step === 'failed', listsFailure, running, waiting.length > 0]
  const shownWarnings = warnings.filter(Boolean).length
  const buttons = useRef<HTMLDivElement>(null)
  // The warnings load after Cancel got focus, and each one moves the buttons down, out of the dialog's visible part.
  useEffect(() => {
    if (shownWarnings > 0) buttons.current?.scrollIntoView({ block: 'nearest' })
  }, [shownWarnings])
  return (
    <section className={css['section']} aria-label={messages.profiles.removeTitle(profile.name)}>
      <h3>{messages.profiles.removeTitle(profile.name)}</h3>
      <p>{practice ? profilesText.removePracticeText : profilesText.removeText[keyState]}</p>
      {count > 0 && <FieldMessage tone="bad">{messages.profiles.removeUnresolved(count)}</FieldMessage>}
      {unresolved.step === 'failed' && <FailureNotice failure={unresolved.failure} title={messages.inbox.failed} />}
      {listsFailure && <FailureNotice failure={listsFailure} title={messages.profiles.removeListsFailed} />}
      {running && (
        <FieldMessage tone="bad">
          {messages.issue.text({ path: [], code: 'listRunning', words: running.name })}
        </FieldMessage>
      )}
      {waiting.length > 0 && (
        <FieldMessage tone="bad">{messages.profiles.removeWaitingLists(waiting.length)}</FieldMessage>
      )}
      {action.step === 'failed' && action.what === 'removed' && !running && (
        <FailureAlert
          failure={action.failure}
          title={messages.profiles.notRemoved(action.failure.kind === 'keychain')}
        />
      )}
      <div ref={buttons} className={css['actions']}>
        <Button
          variant="danger"
          off={action.step === 'working' || running !== undefined}
          onClick={() => void actions.remove()}
        >
          {messages.profiles.removeYes}
        </Button>
        <Button ref={focusOnMount} onClick={onClose}>
          {messages.common.cancel}
        </Button>
      </div>
    </section>
  )
}

type ProfileFormProps = { profile: Profile; actions: ProfileActions; drafts: ProfileDrafts }

/** Edits a profile's name, color and call reference, which are saved together. */
const ProfileForm = ({ profile, actions, drafts }: ProfileFormProps) => {
  const unsaved = useStore(drafts.store)
  const draft = draftIn(unsaved, profile)
  const { step } = useStore(actions.store)
  const group = useId()
  const save = useRef<HTMLButtonElement>(null)
  const change = (part: Partial<ProfileDraft>) => drafts.change(profile, part)
  const changed = isUnsavedIn(unsaved, profile)
  const nameError =
    draft.name.trim() === '' ? messages.onboarding.connect.needName : tooLong(draft.name, profileNameLength)
  const badReference = !referenceNameSchema.safeParse(chosenName(draft)).success
  const off = !changed || nameError !== null || badReference || step === 'working'
  return (
    <form
      className={css['section']}
      data-color={draft.color}
      onSubmit={(event) => {
        event.preventDefault()
        if (!off) void actions.save(draft.name, draft.color, chosenName(draft))
      }}
    >
      <Field label={profilesText.name} error={nameError}>
        {(control) => (
          <Input {...control} value={draft.name} onChange={(event) => change({ name: event.target.value })} />
        )}
      </Field>
      <ColorChoice name={group} value={draft.color} onChoose={(color) => change({ color })} />
      <ReferenceName
        sends={draft.sends}
        name={draft.referenceName}
        bad={badReference}
        onTurn={(sends) => change({ sends })}
        onName={(referenceName) => change({ referenceName })}
      />
      <div className={css['actions']}>
        <Button ref={save} type="submit" variant="loud" off={off}>
          {profilesText.save}
        </Button>
        {changed && (
          <Button off={step === 'working'} onClick={() => (save.current?.focus(), drafts.revert(profile))}>
            {messages.settings.revert}
          </Button>
        )}
      </div>
    </form>
  )
}
