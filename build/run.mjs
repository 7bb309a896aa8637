// Runs the commands of the project: npm run COMMAND. `demo` and `test` are started by build/setup.mjs.
import { demo, dev, packageApp, start, takeScreenshots } from './run/start-app.mjs'
import { build } from './run/build-app.mjs'
import { checkTypes } from './run/check-types.mjs'
import { lint } from './run/lint.mjs'
import { check, test } from './run/run-tests.mjs'

const commands = {
  check,
  typecheck: checkTypes,
  lint,
  build,
  start,
  dev,
  demo,
  test,
  dist: packageApp,
  screenshots: takeScreenshots,
}

const [name, ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : null
if (command === null) {
  console.error(`Usage: node build/run.mjs ${Object.keys(commands).join('|')}`)
  process.exitCode = 2
} else {
  process.exitCode = await command(args)
}
