import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { architecture } from './eslint/architecture-rules.js'

const scripts = ['**/*.ts', '**/*.js', '**/*.mjs', '**/*.cjs', '**/*.vue']

export default tseslint.config(
  { ignores: ['node_modules/**', 'out/**', 'dist/**', 'test-results/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, plugins: { architecture } },
  { files: scripts, extends: [tseslint.configs.recommended] },
  {
    files: ['**/*.vue'],
    extends: [vue.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
  },
  {
    files: scripts,
    rules: {
      eqeqeq: ['error', 'always'],
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      // Prettier wraps the code and leaves comments as they are.
      'max-len': ['error', { code: 1000, comments: 120, ignoreUrls: true, ignorePattern: 'eslint-disable' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
        { selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z][a-z]/]', message: 'No I prefix.' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
      // Empty object types are used on purpose.
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  { files: ['**/*.{ts,vue}'], rules: { 'architecture/file-names': 'error' } },
  {
    files: ['src/**/*.ts', 'test/**/*.ts'],
    ignores: ['**/*.config.ts', '**/*.d.ts', 'test/e2e/support/global-*.ts', 'test/keyring-global-setup.ts'],
    rules: { 'architecture/named-exports': 'error' },
  },
  { files: ['src/**/*.{ts,vue}'], rules: { 'architecture/one-importer': 'error', 'architecture/direction': 'error' } },
  { files: ['src/**/*.{ts,vue}', 'test/**/*.ts'], rules: { 'architecture/import-style': 'error' } },
  { files: ['src/{shared,main,renderer,simulator}/**/*.{ts,vue}'], rules: { 'architecture/layers': 'error' } },
  {
    files: ['src/main/**/*.ts', 'src/preload/**/*.ts', 'src/shared/**/*.ts'],
    rules: { 'no-console': ['error', { allow: ['error'] }] },
  },
  {
    files: ['src/renderer/**/*.{ts,vue}'],
    ignores: ['src/renderer/ui/theme/design-tokens.ts'],
    rules: { 'architecture/colour-tokens': 'error' },
  },
  {
    files: ['src/renderer/**/*.{ts,vue}'],
    ignores: ['src/renderer/ipc-client.ts', '**/*.d.ts'],
    rules: { 'architecture/bridge': 'error' },
  },
  {
    files: ['**/*.vue'],
    rules: {
      // Rules about the layout of templates are off.
      'vue/html-indent': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/first-attribute-linebreak': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/attributes-order': 'off',
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off',
      'vue/no-template-shadow': 'error',
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/no-v-html': 'error',
    },
  },
)
