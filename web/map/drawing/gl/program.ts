/** A compiled program with the places of its uniforms. */
export interface Program {
  program: WebGLProgram;
  uniform(name: string): WebGLUniformLocation | null;
}

/** @throws Error with the compiler's message. */
export function compile(gl: WebGL2RenderingContext, vertices: string, fragments: string): Program {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertices],
    [gl.FRAGMENT_SHADER, fragments],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('WebGL gives no shader');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`WebGL does not link a program: ${gl.getProgramInfoLog(program)}`);
  }
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    uniform(name) {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name) ?? null;
    },
  };
}
