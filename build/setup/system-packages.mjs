import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { UserActionRequired } from './report-step.mjs'

/** Each entry lists alternative Debian packages. The first is installed when none of them is present. */
const debianPackages = [
  ['chromium', 'chromium-browser', 'google-chrome-stable'],
  ['libsecret-1-0'],
  ['libsecret-1-dev'],
  ['pkg-config', 'pkgconf'],
  ['g++'],
  ['make'],
  ['python3'],
  ['dbus'],
  ['gnome-keyring'],
  ['fonts-noto-cjk'],
  // Needed by the test that runs the examples of the simulator's README.
  ['curl'],
  // Needed by the tests that check written zone files with named-checkzone.
  ['bind9-utils', 'bind9utils'],
]

/** Only Debian itself has it. The tests start it in half of the processor time of Chromium. */
const headlessShell = ['chromium-headless-shell']

const otherLinux = `This Linux is not Debian or Ubuntu, so install these yourself:
    Fedora:  sudo dnf install chromium libsecret libsecret-devel pkgconf-pkg-config gcc-c++ make python3 dbus-daemon gnome-keyring google-noto-sans-cjk-fonts curl bind
    Arch:    sudo pacman -S --needed chromium libsecret pkgconf gcc make python dbus gnome-keyring noto-fonts-cjk curl bind`

/**
 * Installs or checks what the project needs from the operating system. Returns a text that says what was done.
 * Throws UserActionRequired.
 */
export function prepareSystem(report) {
  if (process.platform === 'darwin') return prepareMac()
  if (process.platform === 'win32') return prepareWindows()
  return isDebian() ? prepareDebian(report) : prepareOtherLinux()
}

function isDebian() {
  if (!existsSync('/etc/os-release') || !existsSync('/usr/bin/dpkg-query')) return false
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function neededDebianPackages() {
  const isDebianItself = /^ID="?debian\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  return isDebianItself ? [...debianPackages, headlessShell] : debianPackages
}

function prepareDebian(report) {
  const missing = missingDebianPackages()
  if (missing.length === 0) return 'all Debian packages are there'
  report(`installing ${missing.join(' ')}`)
  const root = asRoot(missing)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  runOrExplain([...root, 'apt-get', 'update', '-q'], options, missing)
  runOrExplain([...root, 'apt-get', 'install', '-q', '-y', '--no-install-recommends', ...missing], options, missing)
  const still = missingDebianPackages()
  if (still.length > 0) throw new UserActionRequired(`apt-get did not install ${still.join(' ')}.`)
  return `installed ${missing.join(' ')}`
}

function missingDebianPackages() {
  const needed = neededDebianPackages()
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Abbrev}\n', ...needed.flat()], {
    encoding: 'utf8',
  })
  const present = new Set([...stdout.matchAll(/^(\S+) ii/gm)].map((match) => match[1]))
  return needed.filter((choices) => !choices.some((name) => present.has(name))).map((choices) => choices[0])
}

function asRoot(missing) {
  if (process.getuid() === 0) return []
  if (spawnSync('sudo', ['-V'], { stdio: 'ignore' }).status === 0) return ['sudo']
  throw new UserActionRequired(aptLine(missing))
}

function runOrExplain([command, ...args], options, missing) {
  if (spawnSync(command, args, options).status !== 0) throw new UserActionRequired(aptLine(missing))
}

function aptLine(missing) {
  return `Some Debian packages are missing and could not be installed from here. As root:\n    apt-get update && apt-get install -y ${missing.join(' ')}`
}

/** Checks the tools that compile keytar, and the browser. Names packages only if something is missing. */
function prepareOtherLinux() {
  const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0
  const tools = [
    'g++',
    'make',
    'python3',
    'pkg-config',
    'dbus-run-session',
    'gnome-keyring-daemon',
    'curl',
    'named-checkzone',
  ]
  const missing = tools.filter((tool) => !has(tool))
  if (!['chromium', 'chromium-browser', 'google-chrome-stable'].some(has)) missing.push('chromium')
  if (has('pkg-config') && spawnSync('pkg-config', ['--exists', 'libsecret-1']).status !== 0) missing.push('libsecret')
  if (missing.length > 0) throw new UserActionRequired(`Missing: ${missing.join(', ')}.\n${otherLinux}`)
  return 'compiler, libsecret, browser and keyring are there'
}

function prepareMac() {
  if (spawnSync('xcode-select', ['-p'], { stdio: 'ignore' }).status !== 0) {
    throw new UserActionRequired(
      'The command line tools of Xcode are missing (keytar is compiled with them). Install them with:\n    xcode-select --install',
    )
  }
  return 'the command line tools of Xcode are there; the keychain is part of macOS'
}

/** keytar has a compiled binary for Windows; the build tools are needed only if it cannot be downloaded. */
function prepareWindows() {
  const where = `${process.env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)'}\\Microsoft Visual Studio\\Installer\\vswhere.exe`
  const hasTools =
    existsSync(where) &&
    spawnSync(
      where,
      [
        '-products',
        '*',
        '-requires',
        'Microsoft.VisualStudio.Component.VC.Tools.x86.x64',
        '-property',
        'installationPath',
      ],
      { encoding: 'utf8' },
    ).stdout.trim() !== ''
  return hasTools
    ? 'the build tools of Visual Studio are there; the credential store is part of Windows'
    : 'nothing to install; if keytar cannot be fetched ready-made below, install "Desktop development with C++" of the Visual Studio Build Tools and Python 3'
}
