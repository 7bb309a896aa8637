export const serverSecrets = {
  password: 'Password',
  hint: 'Generate one or type your own. Banto does not store it.',
  generate: 'Generate',
  show: 'Show the password',
  hide: 'Hide the password',
  copy: 'Copy the password',
  copyOf: 'Copy: {label}',
  once: 'The password is shown only here. Banto does not store it: copy it before you close this.',
  copied: 'Password copied.',
  close: 'Close',
  leave: 'Close without copying or saving?',
  leaveTabs: 'Neither copied nor saved: tab “{tabs}”.',
  leaveText:
    'A password or private key is shown only here, and stored nowhere. After closing, it cannot be shown again. A change that was already started is not stopped, and what it returns later is not shown.',
  leaveAction: 'Close anyway',
  stay: 'Stay',
}
