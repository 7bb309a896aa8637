import { computed, reactive, ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { mainCommands } from '#renderer/ipc-client.ts'
import { generatePassword } from '#renderer/features/servers/secrets/generate-password.ts'
import { useDatabaseSetupStep, type InputOfUnansweredRequest } from './useDatabaseSetupStep.ts'

export const databaseSetupStepNames = ['database', 'user', 'grant'] as const
export type DatabaseSetupStepName = (typeof databaseSetupStepNames)[number]

/** A database or a user: a new one, or one that the server has, by its full name. */
export interface DatabaseOrUserChoice {
  isNew: boolean
  suffix: string
  /** The name of an existing database or user, or of a new one whose answer does not show its name. */
  fullName: string
}

/** The only character set that the API description names. */
export const documentedCharacterSet = 'utf8mb4'

/**
 * A database, a user and the grant, each sent by itself or one after another. No call of the service lists
 * databases. A step whose answer was lost stays unknown until the user has checked it outside Banto.
 */
export function useDatabaseSetup(server: () => { accountId: string; servername: string }) {
  const { t } = useI18n()
  const steps = { database: useDatabaseSetupStep(), user: useDatabaseSetupStep(), grant: useDatabaseSetupStep() }
  const database = reactive<DatabaseOrUserChoice>({ isNew: true, suffix: '', fullName: '' })
  /** The user is called like the database until another name is typed. */
  const user = reactive<DatabaseOrUserChoice>({ isNew: true, suffix: '', fullName: '' })
  const isUserNamed = ref(false)
  const characterSet = ref<string>(documentedCharacterSet)
  const password = ref(generatePassword())
  /** The names that the answers give for the new database and the new user; null if an answer shows no name. */
  const created = reactive<{ database: string | null; user: string | null }>({ database: null, user: null })
  const answers = shallowRef<{ database?: unknown; user?: unknown }>({})

  const userSuffix = computed({
    get: () => (isUserNamed.value ? user.suffix : database.suffix),
    set(suffix) {
      isUserNamed.value = true
      user.suffix = suffix
    },
  })
  const isDone = (name: DatabaseSetupStepName) => steps[name].state.value === 'done'
  const isNeeded = (name: DatabaseSetupStepName) => name === 'grant' || (name === 'database' ? database : user).isNew
  const remaining = computed(() => databaseSetupStepNames.filter((name) => isNeeded(name) && !isDone(name)))
  const isBusy = computed(() => databaseSetupStepNames.some((name) => steps[name].isSending.value))
  /** After the grant, its step shows the names of the fields, so they have to stay the granted ones. */
  const mayEdit = computed(() => !isBusy.value && !isDone('grant'))

  function fullNameOf(name: 'database' | 'user'): string {
    const part = name === 'database' ? database : user
    if (!part.isNew) return part.fullName.trim()
    return isDone(name) ? (created[name] ?? part.fullName.trim()) : ''
  }
  const names = computed(() => ({ database: fullNameOf('database'), user: fullNameOf('user') }))

  /**
   * The requests of the step whose answer was lost, and of which it is not known whether the service did them. A grant
   * shows that the granted database and user exist. A step that is done created another one than these requests.
   */
  function findRequestsOfUnknownOutcome(name: DatabaseSetupStepName): readonly InputOfUnansweredRequest[] {
    const { lost } = steps[name]
    if (name === 'grant' || isDone(name) || !isDone('grant')) return lost.value
    return lost.value.filter(({ suffix }) => !names.value[name].endsWith(suffix ?? ''))
  }

  /** True if everything that a step sends was entered. The grant takes the names from the steps before it. */
  function isFilled(name: DatabaseSetupStepName): boolean {
    if (name === 'database') return database.suffix.trim() !== '' && characterSet.value.trim() !== ''
    if (name === 'user') return userSuffix.value.trim() !== '' && password.value !== ''
    return names.value.database !== '' && names.value.user !== ''
  }

  const run: Record<DatabaseSetupStepName, () => Promise<boolean>> = {
    async database() {
      const suffix = database.suffix.trim()
      const output = await steps.database.send(
        () =>
          mainCommands.servers.addDatabase({
            ...server(),
            nameSuffix: suffix,
            characterSet: characterSet.value.trim(),
          }),
        () => t('serverDatabases.database.done'),
        { suffix, password: null },
      )
      created.database = output?.result?.name ?? null
      answers.value = { ...answers.value, database: output?.answer }
      return output !== null
    },
    async user() {
      const sent = { suffix: userSuffix.value.trim(), password: password.value }
      const output = await steps.user.send(
        () => mainCommands.servers.addDatabaseUser({ ...server(), nameSuffix: sent.suffix, password: sent.password }),
        () => t('serverDatabases.user.done'),
        sent,
      )
      created.user = output?.result?.name ?? null
      answers.value = { ...answers.value, user: output?.answer }
      return output !== null
    },
    async grant() {
      const output = await steps.grant.send(
        () =>
          mainCommands.servers.grantDatabase({
            ...server(),
            database: names.value.database,
            databaseUser: names.value.user,
          }),
        () => t('serverDatabases.grant.done'),
        { suffix: null, password: null },
      )
      return output !== null
    },
  }

  /**
   * Sends the remaining steps in order, and stops at the first one that is not done or for which something is missing.
   */
  async function runRemaining(): Promise<void> {
    for (const name of remaining.value) {
      if (!isFilled(name) || !(await run[name]())) return
    }
  }

  return {
    steps,
    database,
    user,
    userSuffix,
    characterSet,
    password,
    created,
    answers,
    names,
    remaining,
    isBusy,
    mayEdit,
    isDone,
    findRequestsOfUnknownOutcome,
    isFilled,
    run,
    runRemaining,
  }
}
